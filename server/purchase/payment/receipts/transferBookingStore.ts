import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';
import { findEntriesWhere, type StoredEntry } from '../bankEntryStore.ts';

/**
 * The booking contains the id of a refund, or is marked as a return and has a reference of a refund's booking. Scalar
 * subqueries are evaluated for each new booking; with `exists`, each query would first read all refunds.
 */
const MAY_BE_A_REFUND = sql`refund_doubt is null and coalesce(
  (select true from refunds r where r.id = e.end_to_end_id and r.channel = 'bank' limit 1),
  direction = 'credit' and reversal and coalesce(
    (select true from bank_entries sent where sent.account = e.account and sent.reference = e.reference
      and sent.direction = 'debit' and sent.refund_id is not null and sent.reference <> '' limit 1),
    (select true from bank_entries sent where sent.account = e.account and sent.transaction_id = e.transaction_id
      and sent.direction = 'debit' and sent.refund_id is not null and sent.transaction_id <> '' limit 1),
    false))`;

/**
 * Returns new bookings, oldest first; `after` is the id of the last one processed. Excludes those that may be the operator's
 * transfers or their returns: see {@link listNewTransferBookings}.
 */
export async function listNewReceipts(
  database: Queryable,
  after: string | null,
  limit: number,
): Promise<StoredEntry[]> {
  return listNewEntries(database, sql`not (${MAY_BE_A_REFUND})`, after, limit);
}

/** Returns new bookings that may be the operator's transfers or their returns, paged as in {@link listNewReceipts}. */
export async function listNewTransferBookings(
  database: Queryable,
  after: string | null,
  limit: number,
): Promise<StoredEntry[]> {
  return listNewEntries(database, MAY_BE_A_REFUND, after, limit);
}

async function listNewEntries(
  database: Queryable,
  condition: Sql,
  after: string | null,
  limit: number,
): Promise<StoredEntry[]> {
  const from =
    after === null
      ? sql`true`
      : sql`(created_at, id) > (select last.created_at, last.id from bank_entries last where last.id = ${after})`;
  return findEntriesWhere(
    database,
    sql`status = 'new' and ${from} and ${condition} order by created_at, id limit ${limit}`,
  );
}

/** Records why a booking that contains a refund's id is not that refund. It is then handled like any other booking. */
export async function recordRefundDoubt(transaction: Transaction, id: string, reason: string): Promise<void> {
  await transaction.run(sql`update bank_entries set refund_doubt = ${reason} where id = ${id}`);
}

/** Returns the debit by which a refund left. */
export async function findRefundBooking(database: Queryable, refundId: string): Promise<StoredEntry | undefined> {
  const [entry] = await findEntriesWhere(database, sql`refund_id = ${refundId} and direction = 'debit'`);
  return entry;
}

/** Returns a debit with the id of a refund: the refund's booking, or one that is not decided yet. */
export async function findDebitWithRefundId(database: Queryable, refundId: string): Promise<StoredEntry | undefined> {
  const [entry] = await findEntriesWhere(
    database,
    sql`direction = 'debit' and (refund_id = ${refundId} or (end_to_end_id = ${refundId} and status in ('new', 'unallocated')))`,
  );
  return entry;
}

/**
 * Returns the booking of a sent refund that shares its reference, or else its transaction, with this booking of the same
 * account; `ambiguous` if only references match that several such bookings have.
 */
export async function findRelatedRefundBooking(
  database: Queryable,
  { account, reference, transactionId }: StoredEntry,
): Promise<StoredEntry | 'ambiguous' | undefined> {
  const sentRefunds = sql`account = ${account} and direction = 'debit' and refund_id is not null`;
  const byReference = await findEntriesWhere(
    database,
    sql`${sentRefunds} and reference = ${reference} and reference <> '' limit 2`,
  );
  if (byReference.length === 1) return byReference[0];
  const byTransaction = await findEntriesWhere(
    database,
    sql`${sentRefunds} and transaction_id = ${transactionId} and transaction_id <> '' limit 2`,
  );
  if (byTransaction.length === 1) return byTransaction[0];
  return byReference.length + byTransaction.length > 0 ? 'ambiguous' : undefined;
}
