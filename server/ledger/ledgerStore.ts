import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { Account } from './account.ts';
import { assertBalanced, type Entry, type Posting } from './posting.ts';
import { areSumsProven } from './sumProofStore.ts';

/**
 * Writes an entry and returns the id of its ledger transaction; undefined if it has no postings. Throws if it does not balance,
 * and a unique violation if its key is already posted or the entry that it reverses is already reversed.
 */
export async function postEntry(
  transaction: Transaction,
  entry: Entry,
  orderId: number | null,
  at: Date,
): Promise<number | undefined> {
  if (entry.postings.length === 0) return undefined;
  assertBalanced(entry);
  const rows = entry.postings.map(
    ({ account, asset, units }, index) => sql`(${index}::integer, ${account}, ${asset}, ${units.toString()}::numeric)`,
  );
  const [posted] = await transaction.many<{ id: number }>(sql`
    with made as (
      insert into ledger_transactions (key, kind, order_id, reverses, at)
      values (${entry.key}, ${entry.kind}, ${orderId}, ${entry.reversesId ?? null}, ${at}) returning id, order_id
    )
    insert into ledger_postings (transaction_id, order_id, account, asset, units)
    select made.id, made.order_id, posting.account, posting.asset, posting.units
    from made, (values ${join(rows)}) as posting (place, account, asset, units)
    order by posting.place returning transaction_id as id`);
  return posted?.id;
}

/** Returns true if an entry of this key was posted, so that another one would be refused. */
export async function isPosted(database: Queryable, key: string): Promise<boolean> {
  const { posted } = await database.one<{ posted: boolean }>(
    sql`select exists (select 1 from ledger_transactions where key = ${key}) as posted`,
  );
  return posted;
}

/** Returns the postings of an order's newest entry of a kind, to reverse it; empty if there is none. */
export async function findNewestPostings(database: Queryable, orderId: number, kind: string): Promise<Posting[]> {
  return database.many<Posting>(sql`
    select account, asset, units from ledger_postings
    where transaction_id = (
      select id from ledger_transactions where order_id = ${orderId} and kind = ${kind} order by id desc limit 1
    ) order by id`);
}

/** Returns the balances by account and asset. */
export async function readLedgerBalances(
  database: Queryable,
): Promise<{ account: Account; asset: string; units: bigint }[]> {
  return database.many(sql`
    select account, asset, sum(units) as units from ${await selectBalanceSource(database)} summands
    group by account, asset order by account, asset`);
}

/** Returns the balances of one account by asset. */
export async function readAccountBalances(database: Queryable, account: Account): Promise<Map<string, bigint>> {
  const rows = await database.many<{ asset: string; units: bigint }>(sql`
    select asset, sum(units) as units from ${await selectBalanceSource(database)} summands
    where account = ${account} group by asset`);
  return new Map(rows.map(({ asset, units }) => [asset, units]));
}

/** Returns the sums of an account's postings that belong to no order, by asset. */
export async function readBalancesWithoutOrder(database: Queryable, account: Account): Promise<Map<string, bigint>> {
  const rows = await database.many<{ asset: string; units: bigint }>(sql`
    select asset, sum(units) as units from ledger_postings where account = ${account} and order_id is null group by asset`);
  return new Map(rows.map(({ asset, units }) => [asset, units]));
}

/**
 * Returns the source of balances: stored sums and postings that they do not include yet, or all postings if the sums are not
 * proven.
 */
export async function selectBalanceSource(database: Queryable): Promise<Sql> {
  if (!(await areSumsProven(database))) return sql`ledger_postings`;
  return sql`(
    select account, asset, units from ledger_balances union all select account, asset, units from ledger_unsummed)`;
}

/** Adds up to `most` rows of `ledger_unsummed`, oldest first, to the stored balances; returns how many. Zero: none, or locked. */
export async function addPostingsToBalances(database: Queryable, most: number): Promise<number> {
  const { taken } = await database.one<{ taken: number }>(sql`select sum_ledger(${most}::integer) as taken`);
  return taken;
}

/** Stores sums of up to `most` more days that ended over an hour ago; returns how many days. Zero: none, or locked. */
export async function saveDailySums(database: Queryable, most: number): Promise<number> {
  const { kept } = await database.one<{ kept: number }>(sql`select maintain_ledger_days(${most}::integer) as kept`);
  return kept;
}
