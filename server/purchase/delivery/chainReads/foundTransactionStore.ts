import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';
import type { Chain, SentTransaction } from '../../../providers/chain/chainPort.ts';
import type { FoundTransaction, SignedForm } from '../../../providers/chain/signerPort.ts';

/** Stores transactions that are not among our payouts. Those already stored stay unchanged. */
export async function insertFoundTransactions(
  database: Queryable,
  network: string,
  { isCancellation }: Pick<Chain, 'isCancellation'>,
  transactions: readonly SentTransaction[],
): Promise<void> {
  for (const { signed, unsigned } of transactions)
    await database.run(sql`
      insert into found_transactions (transaction_id, network, unsigned, bytes, found_at, cancels)
      select ${signed.transactionId}, ${network}, ${JSON.stringify(unsigned)}::jsonb, ${signed.bytes}, clock_timestamp(),
        ${isCancellation(unsigned)}::boolean
      where not exists (select 1 from payout_variants where transaction_id = ${signed.transactionId})
      on conflict do nothing`);
}

/** The highest nonce and the latest signature of a paying address's payouts in the database. */
export type NewestPayout = {
  /** Null on chains without nonces. */
  readonly nonce: number | null;
  /** When the latest payout was signed, by the machine's clock. */
  readonly signedAt: Date;
};

export async function findNewestPayout(
  database: Queryable,
  network: string,
  address: string,
): Promise<NewestPayout | undefined> {
  return database.maybeOne<NewestPayout>(sql`
    select max(nonce) as nonce, max(created_at) - (slipway_now() - clock_timestamp()) as signed_at
    from payouts where network = ${network} and from_address = ${address} having count(*) > 0`);
}

/** Returns transactions that the signer has not compared with its record. */
export async function findUnmatchedTransactions(
  database: Queryable,
  network: string,
): Promise<readonly SentTransaction[]> {
  const rows = await database.many<{ transactionId: string; unsigned: SentTransaction['unsigned']; bytes: string }>(sql`
    select transaction_id, unsigned, bytes from found_transactions
    where network = ${network} and order_nos is null order by found_at, transaction_id`);
  return rows.map(({ unsigned, ...signed }) => ({ signed, unsigned }));
}

/** Returns the CAIP-2 ids of the networks with such transactions. */
export async function listUnmatchedNetworks(database: Queryable): Promise<readonly string[]> {
  const rows = await database.many<{ network: string }>(
    sql`select distinct network from found_transactions where order_nos is null`,
  );
  return rows.map(({ network }) => network);
}

/** Stores which orders the found transactions pay, and returns the transactions that were not matched before. */
export async function saveMatchedOrders(
  transaction: Transaction,
  found: readonly FoundTransaction[],
): Promise<readonly FoundTransaction[]> {
  const matched: FoundTransaction[] = [];
  for (const each of found) {
    const changed = await transaction.run(sql`
      update found_transactions set order_nos = ${[...each.orderNos]}::text[]
      where transaction_id = ${each.signed.transactionId} and order_nos is null`);
    if (changed > 0) matched.push(each);
  }
  return matched;
}

/** Returns the newest found transaction that pays an order or cancels its payout; undefined if there is none. */
export async function findFoundTransaction(database: Queryable, orderNo: string): Promise<SignedForm | undefined> {
  return database.maybeOne<SignedForm>(sql`
    select transaction_id, bytes, unsigned, order_nos from found_transactions
    where order_nos @> array[${orderNo}::text] order by found_at desc limit 1`);
}

/** Returns the id of the newest found transaction that pays an order; undefined if there is none. */
export async function findFoundPaymentId(database: Queryable, orderNo: string): Promise<string | undefined> {
  const found = await database.maybeOne<{ id: string }>(sql`
    select transaction_id as id from found_transactions
    where order_nos @> array[${orderNo}::text] and not cancels order by found_at desc limit 1`);
  return found?.id;
}

/** Returns whether a transaction was found on the chain, where the database lacked it: it needs no broadcast. */
export async function isFoundTransaction(database: Queryable, transactionId: string): Promise<boolean> {
  return (
    (await database.maybeOne(sql`select 1 from found_transactions where transaction_id = ${transactionId}`)) !==
    undefined
  );
}
