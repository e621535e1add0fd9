import { createHash, createPublicKey, verify } from 'node:crypto';
import { p2pkh, p2wpkh, RawTx } from '@scure/btc-signer';
import { type Hex, recoverTransactionAddress, type TransactionSerializedEIP1559 } from 'viem';
import type { BitcoinPayout } from './bitcoin/bitcoinPayout.ts';
import type { EvmPayout } from './evm/evmPayout.ts';

const RECEIVER = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const ETH = { id: 'eip155:1/slip44:60', code: 'ETH', decimals: 18 };
const BTC = { id: 'bip122:000000000019d6689c085ae165831e93/slip44:0', code: 'BTC', decimals: 8 };

export const evmPayout: EvmPayout = {
  kind: 'account',
  chainId: 1,
  nonce: 5,
  to: RECEIVER,
  value: '29000000000000000',
  data: '0x',
  gasLimit: '21000',
  maxFeePerGas: '30000000000',
  maxPriorityFeePerGas: '1000000000',
};
export const evmRequest = { asset: ETH, to: RECEIVER, units: 29_000_000_000_000_000n };

const PAYEE = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** Returns an unsigned payout with three inputs, each of which needs a signature. */
export function buildBitcoinPayout(treasuryAddress: string): BitcoinPayout {
  return {
    kind: 'outputs',
    inputs: [0, 1, 2].map((index) => ({ txid: `${index}a`.repeat(32), index, units: '60000' })),
    outputs: [
      { address: PAYEE, units: '150000' },
      { address: treasuryAddress, units: '29000' },
    ],
    feeUnits: '1000',
  };
}
export const bitcoinRequest = { asset: BTC, to: PAYEE, units: 150_000n };

/** Returns the sender that viem recovers. */
export function recoverEvmSender(bytes: string): Promise<Hex> {
  return recoverTransactionAddress({ serializedTransaction: bytes as TransactionSerializedEIP1559 });
}

/**
 * Returns true if OpenSSL verifies every signature of a payout from P2WPKH outputs of this key, over the digest of BIP
 * 143.
 */
export function isSignedByOpenssl(bytes: string, payout: BitcoinPayout, publicKey: Uint8Array): boolean {
  const { version, inputs, outputs, witnesses = [], lockTime } = RawTx.decode(Buffer.from(bytes, 'hex'));
  const key = toOpensslKey(publicKey);
  const encodeUint32 = (value: number) => {
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    return four;
  };
  const encodeUint64 = (value: bigint) => {
    const eight = Buffer.alloc(8);
    eight.writeBigUInt64LE(value);
    return eight;
  };
  const outpoints = inputs.map(({ txid, index }) => Buffer.concat([txid.toReversed(), encodeUint32(index)]));
  const paid = outputs.map(({ amount, script }) =>
    Buffer.concat([encodeUint64(amount), Buffer.of(script.length), script]),
  );
  const { script } = p2pkh(publicKey);
  return inputs.every(({ sequence }, at) => {
    const [signature = new Uint8Array(), signerKey = new Uint8Array()] = witnesses[at] ?? [];
    const preimage = Buffer.concat([
      encodeUint32(version),
      doubleSha256(Buffer.concat(outpoints)),
      doubleSha256(Buffer.concat(inputs.map((input) => encodeUint32(input.sequence)))),
      outpoints[at] ?? new Uint8Array(),
      Buffer.of(script.length),
      script,
      encodeUint64(BigInt(payout.inputs[at]?.units ?? 0)),
      encodeUint32(sequence),
      doubleSha256(Buffer.concat(paid)),
      encodeUint32(lockTime),
      encodeUint32(1),
    ]);
    const isAll = signature.at(-1) === 1;
    const isOfKey = Buffer.compare(signerKey, publicKey) === 0;
    return isAll && isOfKey && verify('sha256', sha256(preimage), key, signature.subarray(0, -1));
  });
}

/** Returns the script of the paying address. */
export function buildOwnScript(publicKey: Uint8Array): Uint8Array {
  return p2wpkh(publicKey).script;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const doubleSha256 = (bytes: Uint8Array) => sha256(sha256(bytes));

/** SubjectPublicKeyInfo of a compressed point of secp256k1 (RFC 5480). */
function toOpensslKey(publicKey: Uint8Array) {
  const der = Buffer.concat([Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'), publicKey]);
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}
