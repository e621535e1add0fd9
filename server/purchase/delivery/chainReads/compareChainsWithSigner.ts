import { raiseAlert } from '../../../notification/alertStore.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Chain, KnownTransactions, SentReading } from '../../../providers/chain/chainPort.ts';
import type { Chains } from '../../../providers/chain/chains.ts';
import type { FoundTransaction, PayoutSigner, UncomparedNetwork } from '../../../providers/chain/signerPort.ts';
import { ok } from '../../../providers/outcome.ts';
import { findOldestOpenOrderTime } from '../../order/orderStore.ts';
import { alertAuthorization, hasOpenAuthorizationAlert } from '../conclusions/treasuryAlerts.ts';
import {
  findNewestPayout,
  findUnmatchedTransactions,
  insertFoundTransactions,
  listUnmatchedNetworks,
  saveMatchedOrders,
} from './foundTransactionStore.ts';

export type ChainComparisonContext = {
  readonly database: Database;
  readonly chains: Chains;
  readonly signer: PayoutSigner;
  readonly log: Log;
  /** Requests a comparison of the ledger with every external account, which includes the found transactions. */
  requestComparison(transaction: Transaction): Promise<unknown>;
};

const NOTHING_READ: SentReading = { nextNonce: undefined, transactions: [], received: [] };
/** An alert lists at most this many transactions of a network. */
const MAX_LISTED_TRANSACTIONS = 20;

/**
 * Sends the signer the transactions of each chain for which it refuses to sign without them: after its start, and while
 * found transactions are not compared with its record. Found transactions are stored first, so that a worker that ends
 * in between loses nothing. Raises an alert for transactions that the database lacked, and for each EIP-7702 authorization.
 */
export async function compareChainsWithSigner(context: ChainComparisonContext): Promise<void> {
  const uncompared = await context.signer.uncompared();
  if (uncompared.kind !== 'ok') return;
  const waiting = new Map<string, UncomparedNetwork | undefined>(
    (await listUnmatchedNetworks(context.database)).map((network) => [network, undefined]),
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
  { database, chains, signer, log, requestComparison }: ChainComparisonContext,
  network: string,
  known: UncomparedNetwork | undefined,
): Promise<void> {
  const chain = chains.get(network);
  if (!chain) return;
  const reading = known ? await chain.readSent(await findKnownToBoth(database, chain, known)) : ok(NOTHING_READ);
  if (reading.kind !== 'ok') {
    log.warn(
      { network, ...reading },
      'a chain was not compared with the record of the signer: nothing is signed on it',
    );
    return;
  }
  await insertFoundTransactions(database, network, chain, reading.value.transactions);
  for (const each of reading.value.authorizations ?? []) await alertAuthorization(database, chain, each);
  // The signer records the transactions, and signs nothing new until a person has settled the alert.
  const start = (await hasOpenAuthorizationAlert(database, chain.treasuryAddress)) ? undefined : known?.start;
  const transactions = [...reading.value.transactions, ...(await findUnmatchedTransactions(database, network))];
  const compared = await signer.compare(network, { ...reading.value, transactions }, start);
  if (compared.kind !== 'ok') return;
  await database.transaction(async (transaction) => {
    const found = await saveMatchedOrders(transaction, compared.value);
    if (found.length === 0) return;
    await requestComparison(transaction);
    const facts = buildFacts(network, chain, found);
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

/** The clocks of the machines may differ by this much. */
const MARGIN_MS = 2 * 60 * 60_000;

/**
 * Returns from where to read the chain: the earlier of what the signer's record and the database know, since a restored
 * database may lack payouts that the record has. If the database has no payout of the address, any open order may have
 * been paid.
 */
async function findKnownToBoth(database: Database, chain: Chain, known: KnownTransactions): Promise<KnownTransactions> {
  const newest = await findNewestPayout(database, chain.network, chain.treasuryAddress);
  const reaches = newest?.signedAt ?? (await findOldestOpenOrderTime(database));
  const since = reaches && new Date(reaches.getTime() - MARGIN_MS);
  return {
    nextNonce:
      known.nextNonce === undefined || newest === undefined || newest.nonce === null
        ? undefined
        : Math.min(known.nextNonce, newest.nonce + 1),
    since: since && since < known.since ? since : known.since,
  };
}

function buildFacts(
  network: string,
  { isCancellation }: Pick<Chain, 'isCancellation'>,
  found: readonly FoundTransaction[],
) {
  const named = found.slice(0, MAX_LISTED_TRANSACTIONS).map(({ signed, unsigned, orderNos }) => {
    if (orderNos.length === 0) return `${signed.transactionId} pays no known order`;
    return `${signed.transactionId} ${isCancellation(unsigned) ? 'cancels the payout of' : 'pays'} ${orderNos.join(', ')}`;
  });
  const unknownCount = found.filter(({ orderNos }) => orderNos.length === 0).length;
  return { network, transactions: named, found: found.length, ofNoOrder: unknownCount };
}
