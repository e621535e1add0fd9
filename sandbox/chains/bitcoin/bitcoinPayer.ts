import { OutScript, p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import type FullNode from 'bcoin/lib/node/fullnode.js';
import type { Coin } from 'bcoin/lib/node/fullnode.js';
import TX from 'bcoin/lib/primitives/tx.js';
import { computeScriptHash, decodeBitcoinAddress } from './bitcoinAddress.ts';
import { submitTransaction } from './bitcoinSubmission.ts';

/** Confirmations before a reward may be spent. */
const MATURITY = 100;
const FEE = 10_000n;

/** The total in satoshi and the number of equal outputs. A remainder of the division stays with the key. */
export type Payment = { readonly units: bigint; readonly outputs: number };

/** Pays from a key's own coins, like a withdrawal from an exchange. Returns the transaction id. */
export async function payFromKey(
  node: FullNode,
  privateKey: string,
  address: string,
  { units, outputs }: Payment,
): Promise<string> {
  const key = Buffer.from(privateKey, 'hex');
  const { script } = p2wpkh(pubECDSA(key));
  const own = computeScriptHash(p2wpkh(pubECDSA(key)).address ?? '');
  const transaction = new Transaction();
  const each = units / BigInt(outputs);
  let change = -each * BigInt(outputs) - FEE;
  for (const coin of await node.chain.getCoinsByAddress(own)) {
    if (change >= 0n) break;
    if (!isSpendable(node, coin)) continue;
    transaction.addInput({
      txid: coin.txid(),
      index: coin.index,
      witnessUtxo: { script, amount: BigInt(coin.value) },
    });
    change += BigInt(coin.value);
  }
  if (change < 0n) throw new RangeError('the key has too few spendable coins');
  const payee = OutScript.encode(decodeBitcoinAddress(address));
  for (let output = 0; output < outputs; output++) transaction.addOutput({ script: payee, amount: each });
  transaction.addOutput({ script, amount: change });
  transaction.sign(key);
  transaction.finalize();
  return submitTransaction(node, TX.fromRaw(Buffer.from(transaction.extract())));
}

function isSpendable(node: FullNode, { hash, index, coinbase, height }: Coin): boolean {
  if (node.mempool.getSpent(hash, index)) return false;
  return !coinbase || node.chain.height - height >= MATURITY;
}
