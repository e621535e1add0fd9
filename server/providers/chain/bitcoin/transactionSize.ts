/**
 * Weight units (BIP 141): four per byte outside the witness, one per byte inside. Version, two counts and lock time; then
 * marker and flag of the witness.
 */
const OVERHEAD = 4 * (4 + 1 + 1 + 4) + 2;
/** Outpoint, empty script, sequence; then the witness: count, signature of at most 72 bytes, public key. */
const P2WPKH_INPUT = 4 * (36 + 1 + 4) + (1 + 1 + 72 + 1 + 33);
/** Bytes that a node assumes for spending a witness or legacy output later, and its dust fee rate (bitcoind's policy.cpp). */
const WITNESS_SPEND = 67;
const LEGACY_SPEND = 148;
const DUST_RATE = 3_000n;
const BYTES_PER_RATE = 1_000n;

function computeOutputBytes(script: Uint8Array): number {
  return 8 + 1 + script.length;
}

/** Returns the virtual bytes of a payout that spends P2WPKH outputs; exceeds the real size by at most one per input. */
export function computeVirtualSize(inputs: number, outputScripts: readonly Uint8Array[]): bigint {
  const outputs = outputScripts.reduce((sum, script) => sum + 4 * computeOutputBytes(script), 0);
  return BigInt(Math.ceil((OVERHEAD + inputs * P2WPKH_INPUT + outputs) / 4));
}

/** Returns the fee at a rate in satoshi per 1,000 virtual bytes, rounded up. */
export function computeFee(size: bigint, rate: bigint): bigint {
  return (size * rate + BYTES_PER_RATE - 1n) / BYTES_PER_RATE;
}

/** Returns the amount below which an output is not relayed: 546 for P2PKH, 540 P2SH, 294 P2WPKH, 330 P2WSH and P2TR. */
export function computeDustLimit(script: Uint8Array): bigint {
  const [opcode = 0] = script;
  const isWitness = (opcode === 0 || (opcode >= 0x51 && opcode <= 0x60)) && script[1] === script.length - 2;
  const spend = isWitness ? WITNESS_SPEND : LEGACY_SPEND;
  return (BigInt(computeOutputBytes(script) + spend) * DUST_RATE) / BYTES_PER_RATE;
}
