import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { entriesWhere, type StoredEntry } from './bankEntryStore.ts';

/**
 * Bears the id of a refund, or is called a return and bears a reference of the booking with which one left. Looked up for
 * each new booking: as `exists` each list would first read all refunds.
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
 * Bookings that have not been matched yet, oldest first; `after` is the last one that was looked at. Those that may be of
 * our own transfers are for the refunds.
 */
export async function newReceipts(database: Queryable, after: string | null, limit: number): Promise<StoredEntry[]> {
  return newEntries(database, sql`not (${MAY_BE_A_REFUND})`, after, limit);
}

/** Bookings that may be of transfers that we ordered, or of their coming back, as {@link newReceipts} are listed. */
export async function newTransferBookings(
  database: Queryable,
  after: string | null,
  limit: number,
): Promise<StoredEntry[]> {
  return newEntries(database, MAY_BE_A_REFUND, after, limit);
}

async function newEntries(
  database: Queryable,
  condition: Sql,
  after: string | null,
  limit: number,
): Promise<StoredEntry[]> {
  const from =
    after === null
      ? sql`true`
      : sql`(created_at, id) > (select last.created_at, last.id from bank_entries last where last.id = ${after})`;
  return entriesWhere(
    database,
    sql`status = 'new' and ${from} and ${condition} order by created_at, id limit ${limit}`,
  );
}

/** It bears a refund's id and is none of it: it is a booking like every other. */
export async function doubtRefund(transaction: Transaction, id: string, reason: string): Promise<void> {
  await transaction.run(sql`update bank_entries set refund_doubt = ${reason} where id = ${id}`);
}

/** The booking with which a refund left. */
export async function bookingOfRefund(database: Queryable, refundId: string): Promise<StoredEntry | undefined> {
  const [entry] = await entriesWhere(database, sql`refund_id = ${refundId} and direction = 'debit'`);
  return entry;
}

/** A debit that bears the id of a refund, whether it is its booking or has not been judged or explained yet. */
export async function debitBearing(database: Queryable, refundId: string): Promise<StoredEntry | undefined> {
  const [entry] = await entriesWhere(
    database,
    sql`direction = 'debit' and (refund_id = ${refundId} or (end_to_end_id = ${refundId} and status in ('new', 'unallocated')))`,
  );
  return entry;
}

/** The booking of a refund that left, by a reference of it that another booking of the account bears. */
export async function refundBookingLike(
  database: Queryable,
  { account, reference, transactionId }: StoredEntry,
): Promise<StoredEntry | undefined> {
  const left = sql`account = ${account} and direction = 'debit' and refund_id is not null`;
  const [byReference] = await entriesWhere(
    database,
    sql`${left} and reference = ${reference} and reference <> '' limit 2`,
  ).then(onlyOne);
  if (byReference) return byReference;
  const [byTransaction] = await entriesWhere(
    database,
    sql`${left} and transaction_id = ${transactionId} and transaction_id <> '' limit 2`,
  ).then(onlyOne);
  return byTransaction;
}

/** A reference that several bear tells none of them. */
function onlyOne(entries: readonly StoredEntry[]): readonly StoredEntry[] {
  return entries.length === 1 ? entries : [];
}
