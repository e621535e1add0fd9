import { bech32 } from '@scure/base';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import type { SignedPayout } from '../chainPort.ts';
import type { TreasuryKey } from '../signerPort.ts';
import { scriptOfAddress } from './address.ts';
import type { BitcoinKeyConfig, BitcoinNetwork } from './manifest.ts';
import {
  assertCancels,
  assertPays,
  type BitcoinPayout,
  claimsOfBitcoin,
  OPTIONS,
  REPLACEABLE,
  readBitcoinPayout,
} from './transaction.ts';

const bech32Prefixes: Readonly<Record<BitcoinNetwork, string>> = { mainnet: 'bc', testnet: 'tb', regtest: 'bcrt' };

/** Signs with a key that this process has, from its P2WPKH address. */
export function openTreasuryKey({
  privateKey,
  network,
}: Pick<BitcoinKeyConfig, 'privateKey' | 'network'>): TreasuryKey {
  const key = Buffer.from(privateKey, 'hex');
  const { script } = p2wpkh(pubECDSA(key));

  function sign(payout: BitcoinPayout): SignedPayout {
    const transaction = new Transaction(OPTIONS);
    for (const { txid, index, units } of payout.inputs) {
      transaction.addInput({ txid, index, sequence: REPLACEABLE, witnessUtxo: { script, amount: BigInt(units) } });
    }
    for (const { address, units } of payout.outputs) {
      transaction.addOutput({ script: scriptOfAddress(address), amount: BigInt(units) });
    }
    transaction.sign(key);
    transaction.finalize();
    return { transactionId: transaction.id, bytes: Buffer.from(transaction.extract()).toString('hex') };
  }

  return {
    address: bech32.encode(bech32Prefixes[network], [0, ...bech32.toWords(script.subarray(2))]),
    async pay(unsigned, requests) {
      const payout = readBitcoinPayout(unsigned);
      const signed = sign(payout);
      assertPays(signed.bytes, payout, requests, script);
      return signed;
    },
    async cancel(unsigned) {
      const cancellation = readBitcoinPayout(unsigned);
      const signed = sign(cancellation);
      assertCancels(signed.bytes, cancellation, script);
      return signed;
    },
    claimsOf: claimsOfBitcoin,
    worstFee: (unsigned) => BigInt(readBitcoinPayout(unsigned).feeUnits),
  };
}
