import { type Amount, amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { BankEntry } from '../../providers/bank/bankPort.ts';
import { type BookedWords, type StoredWords, withWords } from './bookedWordsStore.ts';

/**
 * `returned`: sent back without having been an order's; `recovered`: paid back what was lost with one; `treasury`: the
 * operator's own money; `itemised`: told again by its parts, which count in its place.
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

/** The fact that a booking was taken out of what is unallocated, by an order, a person or the product: the ledger takes it once. */
export function allocationOf(entryId: string): string {
  return `bank:${entryId}:allocated`;
}

/** A booking on the operator's account, as a file told it, and what became of it. */
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
  | 'unitemised'
> & {
  readonly id: string;
  /** The bank's own reference of the booking, and the one of the bank that sent it; '' when it is not told. */
  readonly reference: string;
  readonly transactionId: string;
  /** Why it came back, as the bank says it; '' when it does not say. */
  readonly returnReason: string;
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
  /** The part that the payer's bank has taken back. */
  readonly recalled: Amount;
  readonly createdAt: Date;
};

const COLUMNS = sql`id, account, direction, reversal, currency, units, to_char(booked_on, 'YYYY-MM-DD') as "bookedOn",
  reference, transaction_id as "transactionId", return_reason as "returnReason", end_to_end_id as "endToEndId", unitemised, e.sealed, status, reason, order_id as "orderId", refund_id as "refundId", doubt,
  refund_doubt as "refundDoubt", surplus_units as "surplusUnits",
  recalled_units as "recalledUnits", created_at as "createdAt"`;

type EntryRow = Omit<StoredEntry, 'amount' | 'surplus' | 'recalled' | keyof BookedWords> &
  StoredWords & {
    readonly currency: string;
    readonly units: bigint;
    readonly surplusUnits: bigint;
    readonly recalledUnits: bigint;
  };

function entryOf({
  currency,
  units,
  surplusUnits,
  recalledUnits,
  ...plain
}: Omit<EntryRow, keyof StoredWords> & BookedWords & { readonly id: string }): StoredEntry {
  const asset = fiatAsset(currency);
  return {
    ...plain,
    amount: amountOf(asset, units),
    surplus: amountOf(asset, surplusUnits),
    recalled: amountOf(asset, recalledUnits),
  };
}

export async function entriesWhere(database: Queryable, condition: Sql): Promise<StoredEntry[]> {
  const rows = await database.many<EntryRow>(sql`select ${COLUMNS} from bank_entries e where ${condition}`);
  return (await withWords(database, rows)).map(entryOf);
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

/** As {@link takeEntry}, whatever its status; waits for a worker that has it. */
export async function lockEntry(transaction: Transaction, id: string): Promise<StoredEntry | undefined> {
  const [entry] = await entriesWhere(transaction, sql`id = ${id} for update`);
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
  return entriesWhere(
    database,
    sql`order_id = ${orderId} and status = 'order' and direction = 'credit' order by created_at, id`,
  );
}

/** The payer's bank has taken so much of a receipt back. */
export async function addRecalled(transaction: Transaction, receiptId: string, units: bigint): Promise<void> {
  await transaction.run(
    sql`update bank_entries set recalled_units = recalled_units + ${units.toString()}::numeric where id = ${receiptId}`,
  );
}

/** Every booking about an order, of whichever direction and whatever became of it, oldest first. */
export async function entriesOfOrder(database: Queryable, orderId: number): Promise<StoredEntry[]> {
  return entriesWhere(database, sql`order_id = ${orderId} order by created_at, id`);
}

export async function findEntry(database: Queryable, id: string): Promise<StoredEntry | undefined> {
  const [entry] = await entriesWhere(database, sql`id = ${id}`);
  return entry;
}

export async function findEntries(database: Queryable, ids: readonly string[]): Promise<StoredEntry[]> {
  return entriesWhere(database, sql`id = any(${[...ids]})`);
}

/** Money that waits for the operator to match it, newest first. */
export async function unallocatedEntries(database: Queryable, limit: number): Promise<StoredEntry[]> {
  return entriesWhere(database, sql`status = 'unallocated' order by created_at desc limit ${limit}`);
}

/** Money in a currency that waits for the operator to match it, newest first. */
export async function unallocatedCredits(database: Queryable, currency: string, limit: number): Promise<StoredEntry[]> {
  return entriesWhere(
    database,
    sql`status = 'unallocated' and direction = 'credit' and currency = ${currency} order by created_at desc limit ${limit}`,
  );
}

/** Refunds of a receipt that no file for the bank holds yet. */
export async function dropUnsentRefunds(transaction: Transaction, receiptId: string): Promise<void> {
  await transaction.run(sql`
    update refunds set status = 'failed', updated_at = slipway_now()
    where payment_id = ${receiptId} and channel = 'bank' and batch_id is null and status = 'requested'`);
}
