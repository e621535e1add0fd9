import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { findEntryKey } from './entryKeyStore.ts';
import { postEntry } from './ledgerStore.ts';
import type { Entry, Posting } from './posting.ts';

/** A manual booking by a person. */
export type ManualBooking = {
  readonly transaction: number;
  readonly key: string;
  readonly kind: string;
  readonly at: Date;
  readonly who: string;
  readonly why: string;
  /** When a reversing entry was posted; null if there is none. */
  readonly reversedAt: Date | null;
  readonly postings: readonly Posting[];
};

/** Locks manual bookings until the transaction ends, so that values read before the posting stay valid. */
export async function lockManualBookings(transaction: Transaction): Promise<void> {
  await transaction.run(sql`select pg_advisory_xact_lock(hashtextextended('books by hand', 0))`);
}

/**
 * Posts a manual booking and records the request that it belongs to. `key` is its fact. Returns the id of its ledger
 * transaction; undefined if it has no postings. Throws a unique violation if the fact is posted and not reversed.
 */
export async function postManualBooking(
  transaction: Transaction,
  { key, ...entry }: Entry,
  { request, at }: { readonly request: number; readonly at: Date },
): Promise<number | undefined> {
  await lockManualBookings(transaction);
  const id = await postEntry(transaction, { ...entry, key: await findEntryKey(transaction, key) }, null, at);
  if (id !== undefined)
    await transaction.run(sql`insert into manual_bookings (transaction_id, request_id) values (${id}, ${request})`);
  return id;
}

type ManualBookingRow = Omit<ManualBooking, 'postings'> & {
  readonly postings: readonly {
    readonly account: Posting['account'];
    readonly asset: string;
    readonly units: string;
  }[];
};

const SELECT_MANUAL_BOOKINGS = sql`
  select t.id as transaction, t.key, t.kind, t.at, q.who, q.why,
    (select r.at from ledger_transactions r where r.reverses = t.id) as reversed_at,
    (select jsonb_agg(jsonb_build_object('account', p.account, 'asset', p.asset, 'units', p.units::text) order by p.id)
      from ledger_postings p where p.transaction_id = t.id) as postings
  from manual_bookings h join ledger_transactions t on t.id = h.transaction_id join operator_requests q on q.id = h.request_id`;

function toManualBooking({ postings, ...row }: ManualBookingRow): ManualBooking {
  return { ...row, postings: postings.map(({ units, ...line }) => ({ ...line, units: BigInt(units) })) };
}

/** Returns the manual booking whose entry has this key; undefined if there is none. */
export async function findManualBooking(database: Queryable, key: string): Promise<ManualBooking | undefined> {
  const row = await database.maybeOne<ManualBookingRow>(sql`${SELECT_MANUAL_BOOKINGS} where t.key = ${key}`);
  return row && toManualBooking(row);
}

/** Returns manual bookings that are not reversed, newest first. */
export async function findUnreversedManualBookings(database: Queryable, limit: number): Promise<ManualBooking[]> {
  const rows = await database.many<ManualBookingRow>(sql`
    ${SELECT_MANUAL_BOOKINGS} where not exists (select 1 from ledger_transactions r where r.reverses = t.id)
    order by t.id desc limit ${limit}`);
  return rows.map(toManualBooking);
}
