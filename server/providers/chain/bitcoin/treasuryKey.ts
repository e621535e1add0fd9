import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bech32 } from '@scure/base';
import { p2pkh, p2wpkh, SigHash, Transaction } from '@scure/btc-signer';
import type { SignedPayout } from '../chainPort.ts';
import { type DigestSigner, signDigest } from '../digestSigner.ts';
import type { TreasuryKey } from '../signerPort.ts';
import { encodeOutputScript } from './address.ts';
import {
  assertCancels,
  assertPays,
  type BitcoinPayout,
  getBitcoinClaims,
  isTransactionOfPayout,
  listPayments,
  REPLACEABLE,
  readBitcoinPayout,
  TRANSACTION_OPTIONS,
} from './bitcoinPayout.ts';
import { formatOutpoint } from './client.ts';
import type { BitcoinKeyConfig, BitcoinNetwork } from './manifest.ts';

const bech32Prefixes: Readonly<Record<BitcoinNetwork, string>> = { mainnet: 'bc', testnet: 'tb', regtest: 'bcrt' };

/** Creates the treasury key of the P2WPKH address that belongs to the signer's public key. */
export function openTreasuryKey(signer: DigestSigner, { network }: Pick<BitcoinKeyConfig, 'network'>): TreasuryKey {
  const { publicKey } = signer;
  const { script } = p2wpkh(publicKey);
  // BIP 143: the script that a P2WPKH input signs instead of its own script.
  const { script: signedScript } = p2pkh(publicKey);

  async function sign(payout: BitcoinPayout): Promise<SignedPayout> {
    const transaction = new Transaction(TRANSACTION_OPTIONS);
    for (const { txid, index, units } of payout.inputs) {
      transaction.addInput({ txid, index, sequence: REPLACEABLE, witnessUtxo: { script, amount: BigInt(units) } });
    }
    for (const { address, units } of payout.outputs) {
      transaction.addOutput({ script: encodeOutputScript(address), amount: BigInt(units) });
    }
    for (const [at, { units }] of payout.inputs.entries()) {
      const digest = transaction.preimageWitnessV0(at, signedScript, SigHash.ALL, BigInt(units));
      const { der } = await signDigest(signer, digest);
      transaction.updateInput(at, { partialSig: [[publicKey, Buffer.concat([der, Buffer.of(SigHash.ALL)])]] }, true);
    }
    transaction.finalize();
    return { transactionId: transaction.id, bytes: Buffer.from(transaction.extract()).toString('hex') };
  }

  return {
    address: bech32.encode(bech32Prefixes[network], [0, ...bech32.toWords(script.subarray(2))]),
    async pay(unsigned, requests) {
      const payout = readBitcoinPayout(unsigned);
      const signed = await sign(payout);
      assertPays(signed.bytes, payout, requests, script);
      return signed;
    },
    async cancel(unsigned) {
      const cancellation = readBitcoinPayout(unsigned);
      const signed = await sign(cancellation);
      assertCancels(signed.bytes, cancellation, script);
      return signed;
    },
    getClaims: getBitcoinClaims,
    listInputs: (unsigned) =>
      readBitcoinPayout(unsigned).inputs.map((input) => ({ claim: formatOutpoint(input), units: BigInt(input.units) })),
    worstFee: (unsigned) => BigInt(readBitcoinPayout(unsigned).feeUnits),
    async verifyOwnTransaction({ signed: { transactionId, bytes }, unsigned }) {
      const payout = readBitcoinPayout(unsigned);
      const transaction = Transaction.fromRaw(Buffer.from(bytes, 'hex'), {
        ...TRANSACTION_OPTIONS,
        allowUnknownInputs: true,
      });
      if (transaction.id !== transactionId || !isTransactionOfPayout(bytes, payout)) return undefined;
      // BIP 143 commits each signature to the amount of its input, so amounts that verify are correct.
      const isOwn = payout.inputs.every(({ units }, at) => {
        const [signature, key] = transaction.getInput(at).finalScriptWitness ?? [];
        if (!signature || !key || Buffer.compare(key, publicKey) !== 0) return false;
        const digest = transaction.preimageWitnessV0(at, signedScript, SigHash.ALL, BigInt(units));
        const der = signature.subarray(0, -1);
        return secp256k1.verify(der, digest, publicKey, { prehash: false, format: 'der' });
      });
      if (!isOwn) return undefined;
      const payments = listPayments(bytes, payout, script);
      return { purpose: payments.length === 0 ? 'cancellation' : 'payment', payments };
    },
  };
}
