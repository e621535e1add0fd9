import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';
import type { BankEntry, BankStatement } from '../../../providers/bank/bankPort.ts';
import { type KnownBooking, MAX_DATE_DIFFERENCE_DAYS } from './bookingSimilarity.ts';
import {
  type BookingTexts,
  decryptBookingTexts,
  encryptBookingTexts,
  type StoredBookingTexts,
} from './bookingTextStore.ts';

/** Rows per query: serializing more of them at once would block the event loop. */
const BATCH = 500;

function* splitBatches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += BATCH) yield items.slice(from, from + BATCH);
}

/** Records an imported file. Returns false if the same file was imported before. */
export async function insertStatementFile(
  transaction: Transaction,
  file: { readonly hash: Buffer; readonly name: string; readonly importedBy: string; readonly entries: number },
): Promise<boolean> {
  const inserted = await transaction.run(sql`
    insert into bank_statements (hash, name, imported_by, imported_at, entries)
    values (${file.hash}, ${file.name}, ${file.importedBy}, slipway_now(), ${file.entries}) on conflict do nothing`);
  return inserted > 0;
}

/** Returns whether the same file was imported before. */
export async function isStatementFileImported(database: Queryable, hash: Buffer): Promise<boolean> {
  return (await database.maybeOne(sql`select 1 from bank_statements where hash = ${hash}`)) !== undefined;
}

/**
 * Returns the stored bookings of an account that may match bookings of a file: by id, or by amount and a near date. They may
 * also be the sum or the parts of a collective booking.
 */
export async function findSimilarBookings(
  transaction: Transaction,
  about: { readonly account: string; readonly currency: string },
  entries: readonly BankEntry[],
): Promise<KnownBooking[]> {
  const known = new Map<string, KnownBooking>();
  for (const batch of splitBatches(entries)) {
    for (const booking of await findSimilarInBatch(transaction, about, batch)) known.set(booking.id, booking);
  }
  return [...known.values()];
}

async function findSimilarInBatch(
  transaction: Transaction,
  { account, currency }: { readonly account: string; readonly currency: string },
  entries: readonly BankEntry[],
): Promise<KnownBooking[]> {
  const entriesJson = JSON.stringify(
    entries.map(({ entryId, amount, bookedOn, batch }) => ({
      id: entryId,
      units: String(amount.units),
      day: bookedOn,
      batch: batch && String(batch.units),
    })),
  );
  const rows = await transaction.many<KnownRow>(sql`
    with reported as (select * from jsonb_to_recordset(${entriesJson}::jsonb) as t (id text, units numeric, day date, batch numeric)),
    alike as (
      select e.id from bank_entries e join reported on e.id = reported.id
      union
      select e.id from (select units, min(day) as first, max(day) as last from reported group by units) t
      join bank_entries e on e.account = ${account} and e.currency = ${currency} and e.units = t.units
        and e.booked_on between t.first - ${MAX_DATE_DIFFERENCE_DAYS}::int and t.last + ${MAX_DATE_DIFFERENCE_DAYS}::int
      union
      select e.id from (select batch, min(day) as first, max(day) as last from reported where batch is not null group by batch) t
      join bank_entries e on e.account = ${account} and e.currency = ${currency} and e.units = t.batch
        and e.booked_on between t.first - ${MAX_DATE_DIFFERENCE_DAYS}::int and t.last + ${MAX_DATE_DIFFERENCE_DAYS}::int
      union
      select e.id from (select units, min(day) as first, max(day) as last from reported group by units) t
      join bank_entries e on e.account = ${account} and e.currency = ${currency} and e.batch_units = t.units
        and e.booked_on between t.first - ${MAX_DATE_DIFFERENCE_DAYS}::int and t.last + ${MAX_DATE_DIFFERENCE_DAYS}::int
    )
    select e.id, e.direction, e.units, to_char(e.booked_on, 'YYYY-MM-DD') as "bookedOn", e.reference,
      e.transaction_id as "transactionId", e.end_to_end_id as "endToEndId", e.sealed,
      e.stated_in, e.notified, e.batch_reference as "batchReference",
      e.batch_units as "batchUnits", e.unitemized, e.status,
      exists (select 1 from bank_entries d where d.doubt = e.id) as suspected
    from bank_entries e join alike on alike.id = e.id`);
  return (await decryptBookingTexts(transaction, rows)).map(({ batchReference, batchUnits, ...row }) => ({
    ...row,
    batch: batchUnits === null ? null : { reference: batchReference, units: batchUnits },
  }));
}

type KnownRow = Omit<KnownBooking, 'batch' | keyof BookingTexts> &
  StoredBookingTexts & { readonly batchReference: string; readonly batchUnits: bigint | null };

/** The report of a booking: the file, and the statement or notification in it. */
export type BookingReport = {
  readonly hash: Buffer;
  readonly kind: BankStatement['kind'];
  readonly statedIn: number | null;
};

export type NewBooking = BankEntry & { readonly doubt: string | null };

export async function insertEntries(
  transaction: Transaction,
  report: BookingReport,
  entries: readonly NewBooking[],
): Promise<void> {
  for (const batch of splitBatches(entries)) await insertBatch(transaction, report, batch);
}

async function insertBatch(
  transaction: Transaction,
  { hash, kind, statedIn }: BookingReport,
  entries: readonly NewBooking[],
): Promise<void> {
  const sealed = await encryptBookingTexts(
    transaction,
    hash,
    entries.map(({ entryId, counterparty, remittance, furtherText }) => ({
      id: entryId,
      counterpartyName: counterparty.name,
      counterpartyAccount: counterparty.account,
      remittance,
      furtherText,
    })),
  );
  const rows = JSON.stringify(
    entries.map(
      (
        { amount, counterparty: _counterparty, remittance: _remittance, furtherText: _further, batch, ...plain },
        at,
      ) => ({
        ...plain,
        sealed: sealed[at]?.toString('base64'),
        batchReference: batch?.reference ?? '',
        batchUnits: batch && String(batch.units),
        currency: amount.asset.code,
        units: String(amount.units),
      }),
    ),
  );
  await transaction.run(sql`
    insert into bank_entries (id, statement_hash, account, direction, reversal, currency, units, booked_on, reference,
      transaction_id, return_reason, end_to_end_id, sealed, batch_reference, batch_units, unitemized, doubt, status, stated_in, notified, created_at)
    select "entryId", ${hash}, account, direction, reversal, currency, units, "bookedOn", reference, "transactionId",
      "returnReason", "endToEndId", decode(sealed, 'base64'), "batchReference", "batchUnits", unitemized, doubt, 'new',
      ${statedIn}::bigint, ${kind === 'notification'}, slipway_now()
    from jsonb_to_recordset(${rows}::jsonb) as t ("entryId" text, account text, direction text, reversal boolean,
      currency text, units numeric, "bookedOn" date, reference text, "transactionId" text, "returnReason" text,
      "endToEndId" text, sealed text, "batchReference" text, "batchUnits" numeric, unitemized bigint,
      doubt text)`);
}

/** Marks stored bookings as reported again, and stores references that were missing. */
export async function markReportedAgain(
  transaction: Transaction,
  report: BookingReport,
  repeated: readonly RepeatedBooking[],
): Promise<void> {
  for (const batch of splitBatches(repeated)) await markBatch(transaction, report, batch);
}

/** `entry`: null if the file reports the booking as part of a sum. */
type RepeatedBooking = { readonly id: string; readonly entry: BankEntry | null };

async function markBatch(
  transaction: Transaction,
  { kind, statedIn }: BookingReport,
  repeatedBookings: readonly RepeatedBooking[],
): Promise<void> {
  const rows = JSON.stringify(
    repeatedBookings.map(({ id, entry }) => ({
      id,
      reference: entry?.reference ?? '',
      transactionId: entry?.transactionId ?? '',
    })),
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

/** An unconfirmed booking is reported until it is this old. */
const MAX_UNCONFIRMED_DAYS = 90;

/**
 * Returns the days with bookings that a notification reported more than `withinDays`, but at most {@link MAX_UNCONFIRMED_DAYS},
 * days ago and no statement has confirmed.
 */
export async function listUnconfirmedDays(
  database: Queryable,
  withinDays: number,
): Promise<
  readonly {
    readonly account: string;
    readonly currency: string;
    readonly day: string;
    readonly bookings: number;
    /** The id of one of the day's bookings. */
    readonly entry: string;
  }[]
> {
  return database.many(sql`
    select account, currency, to_char(booked_on, 'YYYY-MM-DD') as day, count(*) as bookings, min(id) as entry
    from bank_entries
    where stated_in is null and notified
      and created_at < (select slipway_now()) - ${withinDays}::int * interval '1 day'
      and created_at > (select slipway_now()) - ${MAX_UNCONFIRMED_DAYS}::int * interval '1 day'
    group by account, currency, booked_on order by booked_on`);
}
