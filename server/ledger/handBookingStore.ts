import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { keyOfFact } from './entryKeyStore.ts';
import { postEntry } from './ledgerStore.ts';
import type { Entry, Posting } from './posting.ts';

/** What a person has booked by hand. */
export type HandBooking = {
  readonly transaction: number;
  readonly key: string;
  readonly kind: string;
  readonly at: Date;
  readonly who: string;
  readonly why: string;
  /** When a counter-entry has taken it back; null while it stands. */
  readonly reversedAt: Date | null;
  readonly postings: readonly Posting[];
};

/** One at a time books by hand: what is read before is still so. Held until the transaction's end. */
export async function lockHandBookings(transaction: Transaction): Promise<void> {
  await transaction.run(sql`select pg_advisory_xact_lock(hashtextextended('books by hand', 0))`);
}

/**
 * Posts what a person has said, under the fact that it is about, with the request by which it was said. Gives its transaction;
 * undefined where there is nothing to post. Throws a unique violation where what was posted of the fact stands.
 */
export async function postByHand(
  transaction: Transaction,
  { key, ...entry }: Entry,
  { request, at }: { readonly request: number; readonly at: Date },
): Promise<number | undefined> {
  await lockHandBookings(transaction);
  const id = await postEntry(transaction, { ...entry, key: await keyOfFact(transaction, key) }, null, at);
  if (id !== undefined)
    await transaction.run(sql`insert into hand_bookings (transaction_id, request_id) values (${id}, ${request})`);
  return id;
}

type Row = Omit<HandBooking, 'postings'> & {
  readonly postings: readonly {
    readonly account: Posting['account'];
    readonly asset: string;
    readonly units: string;
  }[];
};

const BOOKINGS = sql`
  select t.id as transaction, t.key, t.kind, t.at, q.who, q.why,
    (select r.at from ledger_transactions r where r.reverses = t.id) as "reversedAt",
    (select jsonb_agg(jsonb_build_object('account', p.account, 'asset', p.asset, 'units', p.units::text) order by p.id)
      from ledger_postings p where p.transaction_id = t.id) as postings
  from hand_bookings h join ledger_transactions t on t.id = h.transaction_id join operator_requests q on q.id = h.request_id`;

function bookingOf({ postings, ...row }: Row): HandBooking {
  return { ...row, postings: postings.map(({ units, ...line }) => ({ ...line, units: BigInt(units) })) };
}

/** By the key of its entry. */
export async function findHandBooking(database: Queryable, key: string): Promise<HandBooking | undefined> {
  const row = await database.maybeOne<Row>(sql`${BOOKINGS} where t.key = ${key}`);
  return row && bookingOf(row);
}

/** Those that stand, newest first. */
export async function standingHandBookings(database: Queryable, limit: number): Promise<HandBooking[]> {
  const rows = await database.many<Row>(sql`
    ${BOOKINGS} where not exists (select 1 from ledger_transactions r where r.reverses = t.id)
    order by t.id desc limit ${limit}`);
  return rows.map(bookingOf);
}
