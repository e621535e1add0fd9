/** Weight units (BIP 141): four for a byte outside the witness, one for a byte inside. */
const OVERHEAD = 4 * (4 + 1 + 1 + 4) + 2;
/** Outpoint, empty script, sequence; then the witness: count, signature of at most 72 bytes, public key. */
const P2WPKH_INPUT = 4 * (36 + 1 + 4) + (1 + 1 + 72 + 1 + 33);
/** What a node counts for spending an output later, and the price at which it calls it dust (bitcoind's policy.cpp). */
const WITNESS_SPEND = 67;
const LEGACY_SPEND = 148;
const DUST_RATE = 3_000n;
const PER_RATE = 1_000n;

function outputBytes(script: Uint8Array): number {
  return 8 + 1 + script.length;
}

/** Virtual bytes of a payout that spends P2WPKH outputs; at most one per input more than it will really have. */
export function virtualSize(inputs: number, outputScripts: readonly Uint8Array[]): bigint {
  const outputs = outputScripts.reduce((sum, script) => sum + 4 * outputBytes(script), 0);
  return BigInt(Math.ceil((OVERHEAD + inputs * P2WPKH_INPUT + outputs) / 4));
}

/** The fee at a rate in satoshi per 1,000 virtual bytes. */
export function feeFor(size: bigint, rate: bigint): bigint {
  return (size * rate + PER_RATE - 1n) / PER_RATE;
}

/** Outputs below this are not relayed: 546 for P2PKH, 540 P2SH, 294 P2WPKH, 330 P2WSH and P2TR. */
export function dustLimit(script: Uint8Array): bigint {
  const [opcode = 0] = script;
  const isWitness = (opcode === 0 || (opcode >= 0x51 && opcode <= 0x60)) && script[1] === script.length - 2;
  const spend = isWitness ? WITNESS_SPEND : LEGACY_SPEND;
  return (BigInt(outputBytes(script) + spend) * DUST_RATE) / PER_RATE;
}
