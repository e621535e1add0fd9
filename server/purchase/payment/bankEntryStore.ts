import { type Amount, amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { BankEntry, BankStatement } from '../../providers/bank/bankPort.ts';
import type { KnownBooking } from './recogniseBookings.ts';

export type BankEntryStatus = 'new' | 'order' | 'refund' | 'unallocated';

/** A booking on the operator's account, as a file told it, and what became of it. */
export type StoredEntry = {
  readonly id: string;
  readonly account: string;
  readonly direction: 'credit' | 'debit';
  readonly reversal: boolean;
  readonly amount: Amount;
  readonly bookedOn: string;
  /** The bank's own reference of the booking, and the one of the bank that sent it; '' when it is not told. */
  readonly reference: string;
  readonly transactionId: string;
  /** Why it came back, as the bank says it; '' when it does not say. */
  readonly returnReason: string;
  readonly endToEndId: string;
  readonly remittance: string;
  readonly counterpartyName: string;
  readonly counterpartyAccount: string;
  readonly status: BankEntryStatus;
  readonly reason: string | null;
  readonly orderId: number | null;
  /** The refund that it settles or brings back. */
  readonly refundId: string | null;
  /** The booking that it may be, told in other words. */
  readonly doubt: string | null;
  /** Why it is none of the refund whose id it bears. */
  readonly refundDoubt: string | null;
  /** The part of an order's receipt that was not asked for. */
  readonly surplus: Amount;
  readonly createdAt: Date;
};

const COLUMNS = sql`id, account, direction, reversal, currency, units, to_char(booked_on, 'YYYY-MM-DD') as "bookedOn",
  reference, transaction_id as "transactionId", return_reason as "returnReason", end_to_end_id as "endToEndId", remittance, counterparty_name as "counterpartyName",
  counterparty_account as "counterpartyAccount", status, reason, order_id as "orderId", refund_id as "refundId", doubt,
  refund_doubt as "refundDoubt", surplus_units as "surplusUnits", created_at as "createdAt"`;

type EntryRow = Omit<StoredEntry, 'amount' | 'surplus'> & {
  readonly currency: string;
  readonly units: bigint;
  readonly surplusUnits: bigint;
};

function entryOf({ currency, units, surplusUnits, ...plain }: EntryRow): StoredEntry {
  const asset = fiatAsset(currency);
  return { ...plain, amount: amountOf(asset, units), surplus: amountOf(asset, surplusUnits) };
}

async function entriesWhere(database: Queryable, condition: Sql): Promise<StoredEntry[]> {
  const rows = await database.many<EntryRow>(sql`select ${COLUMNS} from bank_entries e where ${condition}`);
  return rows.map(entryOf);
}

/** False when this very file was imported before. */
export async function insertStatementFile(
  transaction: Transaction,
  file: { readonly hash: Buffer; readonly name: string; readonly importedBy: string; readonly entries: number },
): Promise<boolean> {
  const inserted = await transaction.run(sql`
    insert into bank_statements (hash, name, imported_by, imported_at, entries)
    values (${file.hash}, ${file.name}, ${file.importedBy}, slipway_now(), ${file.entries}) on conflict do nothing`);
  return inserted > 0;
}

/** About how far apart two files may place one booking. */
const NEAR_DAYS = 5;

/** What is stored of an account that the bookings of a file could be: of their ids, or of their amounts about their days. */
export async function bookingsLike(
  transaction: Transaction,
  { account, currency }: { readonly account: string; readonly currency: string },
  entries: readonly BankEntry[],
): Promise<KnownBooking[]> {
  const told = JSON.stringify(
    entries.map(({ entryId, amount, bookedOn }) => ({ id: entryId, units: String(amount.units), day: bookedOn })),
  );
  return transaction.many<KnownBooking>(sql`
    with told as (select * from jsonb_to_recordset(${told}::jsonb) as t (id text, units numeric, day date)),
    alike as (
      select e.id from bank_entries e join told on e.id = told.id
      union
      select e.id from (select units, min(day) as first, max(day) as last from told group by units) t
      join bank_entries e on e.account = ${account} and e.currency = ${currency} and e.units = t.units
        and e.booked_on between t.first - ${NEAR_DAYS}::int and t.last + ${NEAR_DAYS}::int
    )
    select e.id, e.direction, e.units, to_char(e.booked_on, 'YYYY-MM-DD') as "bookedOn", e.reference,
      e.transaction_id as "transactionId", e.end_to_end_id as "endToEndId", e.remittance,
      e.counterparty_name as "counterpartyName", e.counterparty_account as "counterpartyAccount",
      e.stated_in as "statedIn", e.notified,
      exists (select 1 from bank_entries d where d.doubt = e.id) as suspected
    from bank_entries e join alike on alike.id = e.id`);
}

/** Where a booking is told: in a file, by a notification or by the statement of that id. */
export type Telling = { readonly hash: Buffer; readonly kind: BankStatement['kind']; readonly statedIn: number | null };

export type NewBooking = BankEntry & { readonly doubt: string | null };

export async function insertEntries(
  transaction: Transaction,
  { hash, kind, statedIn }: Telling,
  entries: readonly NewBooking[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = JSON.stringify(
    entries.map(({ amount, counterparty, ...plain }) => ({
      ...plain,
      currency: amount.asset.code,
      units: String(amount.units),
      counterpartyName: counterparty.name,
      counterpartyAccount: counterparty.account,
    })),
  );
  await transaction.run(sql`
    insert into bank_entries (id, statement_hash, account, direction, reversal, currency, units, booked_on, reference,
      transaction_id, return_reason, end_to_end_id, remittance, counterparty_name, counterparty_account, doubt, status,
      stated_in, notified, created_at)
    select "entryId", ${hash}, account, direction, reversal, currency, units, "bookedOn", reference, "transactionId",
      "returnReason", "endToEndId", remittance, "counterpartyName", "counterpartyAccount", doubt, 'new',
      ${statedIn}::bigint, ${kind === 'notification'}, slipway_now()
    from jsonb_to_recordset(${rows}::jsonb) as t ("entryId" text, account text, direction text, reversal boolean,
      currency text, units numeric, "bookedOn" date, reference text, "transactionId" text, "returnReason" text,
      "endToEndId" text, remittance text, "counterpartyName" text, "counterpartyAccount" text, doubt text)`);
}

/** Bookings that are known are told once more; references that were left out before are filled in. */
export async function markTold(
  transaction: Transaction,
  { kind, statedIn }: Telling,
  told: readonly { readonly id: string; readonly entry: BankEntry }[],
): Promise<void> {
  if (told.length === 0) return;
  const rows = JSON.stringify(
    told.map(({ id, entry: { reference, transactionId } }) => ({ id, reference, transactionId })),
  );
  await transaction.run(sql`
    update bank_entries e set
      stated_in = coalesce(${statedIn}::bigint, e.stated_in),
      notified = e.notified or ${kind === 'notification'},
      reference = case when e.reference = '' then t.reference else e.reference end,
      transaction_id = case when e.transaction_id = '' then t."transactionId" else e.transaction_id end
    from jsonb_to_recordset(${rows}::jsonb) as t (id text, reference text, "transactionId" text)
    where e.id = t.id`);
}

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

/** Undefined when another worker has it, or it is no longer of that status. */
export async function takeEntry(
  transaction: Transaction,
  id: string,
  status: BankEntryStatus,
): Promise<StoredEntry | undefined> {
  const [entry] = await entriesWhere(transaction, sql`id = ${id} and status = ${status} for update skip locked`);
  return entry;
}

export async function settleEntry(
  transaction: Transaction,
  id: string,
  outcome: {
    readonly status: BankEntryStatus;
    readonly orderId: number | null;
    /** Of an order's receipt, what was not asked for; null for every other booking. */
    readonly surplus: Amount | null;
    readonly reason: string | null;
    /** What it settles or brings back. */
    readonly refundId?: string;
  },
): Promise<void> {
  await transaction.run(sql`
    update bank_entries set status = ${outcome.status}, order_id = ${outcome.orderId}, reason = ${outcome.reason},
      refund_id = ${outcome.refundId ?? null},
      surplus_units = ${(outcome.surplus ? outcome.surplus.units : 0n).toString()}::numeric, handled_at = slipway_now()
    where id = ${id}`);
}

/** What came for an order, oldest first. */
export async function receiptsOfOrder(database: Queryable, orderId: number): Promise<StoredEntry[]> {
  return entriesWhere(database, sql`order_id = ${orderId} and status = 'order' order by created_at, id`);
}

/** Every booking about an order, of whichever direction and whatever became of it, oldest first. */
export async function entriesOfOrder(database: Queryable, orderId: number): Promise<StoredEntry[]> {
  return entriesWhere(database, sql`order_id = ${orderId} order by created_at, id`);
}

/** The booking with which a refund left. */
export async function bookingOfRefund(database: Queryable, refundId: string): Promise<StoredEntry | undefined> {
  const [entry] = await entriesWhere(database, sql`refund_id = ${refundId} and direction = 'debit'`);
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

export async function findEntry(database: Queryable, id: string): Promise<StoredEntry | undefined> {
  const [entry] = await entriesWhere(database, sql`id = ${id}`);
  return entry;
}

/** Money that waits for the operator to match it, newest first. */
export async function unallocatedEntries(database: Queryable, limit: number): Promise<StoredEntry[]> {
  return entriesWhere(database, sql`status = 'unallocated' order by created_at desc limit ${limit}`);
}

/** How long a booking that no statement confirms is asked about. */
const ASKED_FOR_DAYS = 90;

/** Days with bookings that a notification has told so long ago, and no statement since. */
export async function unconfirmedDays(
  database: Queryable,
  withinDays: number,
): Promise<
  readonly {
    readonly account: string;
    readonly currency: string;
    readonly day: string;
    readonly bookings: number;
    /** The id of one of them. */
    readonly entry: string;
  }[]
> {
  return database.many(sql`
    select account, currency, to_char(booked_on, 'YYYY-MM-DD') as day, count(*) as bookings, min(id) as entry
    from bank_entries
    where stated_in is null and notified
      and created_at < slipway_now() - ${withinDays}::int * interval '1 day'
      and created_at > slipway_now() - ${ASKED_FOR_DAYS}::int * interval '1 day'
    group by account, currency, booked_on order by booked_on`);
}
