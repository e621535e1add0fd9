import type { KnownTransactions, SentReading, SentTransaction } from '../chainPort.ts';
import type { BitcoinPayout } from './bitcoinPayout.ts';
import type { BitcoinClient, WalletTransaction } from './client.ts';
import { NoAnswerError } from './rpc.ts';

/**
 * Returns, from the watch-only wallet, the transactions that spent outputs of the address since then, and those that paid
 * its unspent outputs.
 */
export async function readSentTransactions(
  client: BitcoinClient,
  address: string,
  { since }: KnownTransactions,
): Promise<SentReading> {
  const [listed, outputs] = await Promise.all([client.listSent(since), client.listOutputs(address)]);
  const cached = new Map<string, WalletTransaction>();
  const readCached = async (id: string): Promise<WalletTransaction> => {
    const own = cached.get(id) ?? (await client.findWalletTransaction(id));
    if (!own) throw new NoAnswerError(`the wallet does not return its own transaction ${id}`);
    cached.set(id, own);
    return own;
  };
  const received: string[] = [];
  const sent = new Set(listed);
  for (const id of new Set(outputs.map(({ txid }) => txid)))
    if ((await readCached(id)).isSent) sent.add(id);
    else received.push(id);
  const transactions: SentTransaction[] = [];
  for (const id of sent) transactions.push(await toSentTransaction(id, await readCached(id), readCached));
  return { nextNonce: undefined, transactions, received };
}

async function toSentTransaction(
  transactionId: string,
  { bytes, inputs, outputs }: WalletTransaction,
  readCached: (id: string) => Promise<WalletTransaction>,
): Promise<SentTransaction> {
  const spent = await Promise.all(
    inputs.map(async ({ txid, index }) => {
      const output = (await readCached(txid)).outputs[index];
      if (!output) throw new NoAnswerError(`${txid} has no output ${index}`);
      return { txid, index, units: output.units.toString() };
    }),
  );
  const fee =
    spent.reduce((sum, { units }) => sum + BigInt(units), 0n) - outputs.reduce((sum, { units }) => sum + units, 0n);
  const unsigned = {
    kind: 'outputs',
    inputs: spent,
    outputs: outputs.map(({ address, units }) => ({ address, units: units.toString() })),
    feeUnits: fee.toString(),
  } satisfies BitcoinPayout;
  return { signed: { transactionId, bytes }, unsigned };
}
