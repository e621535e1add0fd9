import { type Amount, createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { BankEntry } from '../../providers/bank/bankPort.ts';
import { type BookingTexts, decryptBookingTexts, type StoredBookingTexts } from './bookings/bookingTextStore.ts';

/**
 * `returned`: sent back without having been allocated to an order; `recovered`: repaid a loss of an order; `treasury`: the
 * operator's own money; `itemised`: a collective booking that was replaced by its parts.
 */
export type BankEntryStatus =
  | 'new'
  | 'order'
  | 'refund'
  | 'unallocated'
  | 'returned'
  | 'recovered'
  | 'treasury'
  | 'itemised';

/** Returns the key of the only ledger entry that moves a booking out of the unallocated account. */
export function buildAllocationKey(entryId: string): string {
  return `bank:${entryId}:allocated`;
}

/** A booking on the operator's bank account, as a file reported it, and its processing state. */
export type StoredEntry = Pick<
  BankEntry,
  | 'account'
  | 'direction'
  | 'reversal'
  | 'amount'
  | 'bookedOn'
  | 'endToEndId'
  | 'remittance'
  | 'furtherText'
  | 'unitemized'
> & {
  readonly id: string;
  /** `reference` of the operator's bank and `transactionId` of the sending bank; '' if not reported. */
  readonly reference: string;
  readonly transactionId: string;
  /** The bank's reason for the return; '' if not reported. */
  readonly returnReason: string;
  readonly counterpartyName: string;
  readonly counterpartyAccount: string;
  readonly status: BankEntryStatus;
  readonly reason: string | null;
  readonly orderId: number | null;
  /** The refund that the booking settles or returns. */
  readonly refundId: string | null;
  /** The id of a booking that this one may repeat with other texts. */
  readonly doubt: string | null;
  /** Why the booking is not the refund whose id it contains. */
  readonly refundDoubt: string | null;
  /** The part of an order's receipt above the order's price. */
  readonly surplus: Amount;
  /** The part that the payer's bank has recalled. */
  readonly recalled: Amount;
  readonly createdAt: Date;
};

const COLUMNS = sql`id, account, direction, reversal, currency, units, to_char(booked_on, 'YYYY-MM-DD') as booked_on,
  reference, transaction_id, return_reason, end_to_end_id, unitemized, e.sealed, status, reason, order_id, refund_id, doubt,
  refund_doubt, surplus_units,
  recalled_units, created_at`;

type EntryRow = Omit<StoredEntry, 'amount' | 'surplus' | 'recalled' | keyof BookingTexts> &
  StoredBookingTexts & {
    readonly currency: string;
    readonly units: bigint;
    readonly surplusUnits: bigint;
    readonly recalledUnits: bigint;
  };

function toEntry({
  currency,
  units,
  surplusUnits,
  recalledUnits,
  ...plain
}: Omit<EntryRow, keyof StoredBookingTexts> & BookingTexts & { readonly id: string }): StoredEntry {
  const asset = fiatAsset(currency);
  return {
    ...plain,
    amount: createAmount(asset, units),
    surplus: createAmount(asset, surplusUnits),
    recalled: createAmount(asset, recalledUnits),
  };
}

export async function findEntriesWhere(database: Queryable, condition: Sql): Promise<StoredEntry[]> {
  const rows = await database.many<EntryRow>(sql`select ${COLUMNS} from bank_entries e where ${condition}`);
  return (await decryptBookingTexts(database, rows)).map(toEntry);
}

/** Locks and returns a booking; undefined if another worker has locked it or it has another status. */
export async function lockEntryInStatus(
  transaction: Transaction,
  id: string,
  status: BankEntryStatus,
): Promise<StoredEntry | undefined> {
  const [entry] = await findEntriesWhere(transaction, sql`id = ${id} and status = ${status} for update skip locked`);
  return entry;
}

/**
 * Like {@link lockEntryInStatus}, but waits for a transaction that has locked the booking, such as the import of a file that
 * reports it again. For people's requests, which are refused rather than retried without it.
 */
export async function awaitEntryInStatus(
  transaction: Transaction,
  id: string,
  status: BankEntryStatus,
): Promise<StoredEntry | undefined> {
  const [entry] = await findEntriesWhere(transaction, sql`id = ${id} and status = ${status} for update`);
  return entry;
}

/** Locks and returns a booking in any status; waits for a worker that has locked it. */
export async function lockEntry(transaction: Transaction, id: string): Promise<StoredEntry | undefined> {
  const [entry] = await findEntriesWhere(transaction, sql`id = ${id} for update`);
  return entry;
}

export async function settleEntry(
  transaction: Transaction,
  id: string,
  outcome: {
    readonly status: BankEntryStatus;
    readonly orderId: number | null;
    /** Surplus of an order's receipt; null for any other booking. */
    readonly surplus: Amount | null;
    readonly reason: string | null;
    /** The refund that the booking settles or returns. */
    readonly refundId?: string;
  },
): Promise<void> {
  await transaction.run(sql`
    update bank_entries set status = ${outcome.status}, order_id = ${outcome.orderId}, reason = ${outcome.reason},
      refund_id = ${outcome.refundId ?? null},
      surplus_units = ${(outcome.surplus ? outcome.surplus.units : 0n).toString()}::numeric, handled_at = slipway_now()
    where id = ${id}`);
}

/** Returns the receipts of an order, oldest first. */
export async function listOrderReceipts(database: Queryable, orderId: number): Promise<StoredEntry[]> {
  return findEntriesWhere(
    database,
    sql`order_id = ${orderId} and status = 'order' and direction = 'credit' order by created_at, id`,
  );
}

/** Adds minor units to the recalled amount of a receipt. */
export async function addRecalledUnits(transaction: Transaction, receiptId: string, units: bigint): Promise<void> {
  await transaction.run(
    sql`update bank_entries set recalled_units = recalled_units + ${units.toString()}::numeric where id = ${receiptId}`,
  );
}

/** Returns every booking of an order, credits and debits in any status, oldest first. */
export async function listEntriesOfOrder(database: Queryable, orderId: number): Promise<StoredEntry[]> {
  return findEntriesWhere(database, sql`order_id = ${orderId} order by created_at, id`);
}

export async function findEntry(database: Queryable, id: string): Promise<StoredEntry | undefined> {
  const [entry] = await findEntriesWhere(database, sql`id = ${id}`);
  return entry;
}

export async function findEntries(database: Queryable, ids: readonly string[]): Promise<StoredEntry[]> {
  return findEntriesWhere(database, sql`id = any(${[...ids]})`);
}

/** Returns unallocated bookings, newest first. */
export async function listUnallocatedEntries(database: Queryable, limit: number): Promise<StoredEntry[]> {
  return findEntriesWhere(database, sql`status = 'unallocated' order by created_at desc limit ${limit}`);
}

/** Returns unallocated debits of an amount, newest first. */
export async function findUnallocatedDebits(database: Queryable, { asset, units }: Amount): Promise<StoredEntry[]> {
  return findEntriesWhere(
    database,
    sql`status = 'unallocated' and direction = 'debit' and currency = ${asset.code} and units = ${units.toString()}::numeric
      order by created_at desc`,
  );
}

/** Returns unallocated credits in a currency, newest first. */
export async function listUnallocatedCredits(
  database: Queryable,
  currency: string,
  limit: number,
): Promise<StoredEntry[]> {
  return findEntriesWhere(
    database,
    sql`status = 'unallocated' and direction = 'credit' and currency = ${currency} order by created_at desc limit ${limit}`,
  );
}

/** Marks the refunds of a receipt that are not in a file for the bank yet as failed, so that they are not sent. */
export async function cancelUnsentRefunds(transaction: Transaction, receiptId: string): Promise<void> {
  await transaction.run(sql`
    update refunds set status = 'failed', updated_at = slipway_now()
    where payment_id = ${receiptId} and channel = 'bank' and batch_id is null and status = 'requested'`);
}
