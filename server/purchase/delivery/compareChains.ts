import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SentReading } from '../../providers/chain/chainPort.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import type { FoundTransaction, PayoutSigner, Uncompared } from '../../providers/chain/signerPort.ts';
import { ok } from '../../providers/outcome.ts';
import { findUnmatched, insertFound, matchFound, networksUnmatched } from './foundTransactionStore.ts';

export type ComparingContext = {
  readonly database: Database;
  readonly chains: Chains;
  readonly signer: PayoutSigner;
  readonly log: Log;
  /** Asks for a comparison of the ledger with every place: the last one did not know what was found since. */
  askForComparison(transaction: Transaction): Promise<unknown>;
};

const NOTHING_READ: SentReading = { nextNonce: undefined, transactions: [], received: [] };
/** Of a network's transactions as many are named. */
const NAMED = 20;

/**
 * Shows the signer what the chains have, where it signs nothing before: after its start, and where a chain knows more than its
 * record. What was found is stored before the signer is told of it, so that a worker that ends in between loses nothing.
 */
export async function compareChains(context: ComparingContext): Promise<void> {
  const uncompared = await context.signer.uncompared();
  if (uncompared.kind !== 'ok') return;
  const waiting = new Map<string, Uncompared | undefined>(
    (await networksUnmatched(context.database)).map((network) => [network, undefined]),
  );
  for (const each of uncompared.value) waiting.set(each.network, each);
  await Promise.all(
    [...waiting].map(([network, known]) =>
      compareChain(context, network, known).catch((error: unknown) =>
        context.log.error({ error, network }, 'a chain could not be compared with the record of the signer'),
      ),
    ),
  );
}

async function compareChain(
  { database, chains, signer, log, askForComparison }: ComparingContext,
  network: string,
  known: Uncompared | undefined,
): Promise<void> {
  const chain = chains.get(network);
  if (!chain) return;
  const reading = known ? await chain.readSent(known) : ok(NOTHING_READ);
  if (reading.kind !== 'ok') {
    log.warn(
      { network, ...reading },
      'a chain was not compared with the record of the signer: nothing is signed on it',
    );
    return;
  }
  await insertFound(database, network, reading.value.transactions);
  const transactions = [...reading.value.transactions, ...(await findUnmatched(database, network))];
  const compared = await signer.compare(network, { ...reading.value, transactions }, known?.start);
  if (compared.kind !== 'ok') return;
  await database.transaction(async (transaction) => {
    const found = await matchFound(transaction, compared.value);
    if (found.length === 0) return;
    await askForComparison(transaction);
    const facts = factsOf(network, found);
    log.error(facts, 'the chain has transactions of a paying address that the database lacked');
    const [{ signed }] = found as [FoundTransaction, ...FoundTransaction[]];
    await raiseAlert(transaction, {
      key: `transactions_found:${network}:${signed.transactionId}`,
      orderId: null,
      kind: 'transactions_found',
      facts,
    });
  });
}

function factsOf(network: string, found: readonly FoundTransaction[]) {
  const named = found.slice(0, NAMED).map(({ signed, orderNos }) => {
    return `${signed.transactionId} ${orderNos.length > 0 ? `pays ${orderNos.join(', ')}` : 'pays no known order'}`;
  });
  const strange = found.filter(({ orderNos }) => orderNos.length === 0).length;
  return { network, transactions: named, found: found.length, ofNoOrder: strange };
}
