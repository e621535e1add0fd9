import { type Amount, amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { BankEntry } from '../../providers/bank/bankPort.ts';

export type BankEntryStatus = 'new' | 'order' | 'refund' | 'unallocated';

/** A booking on the operator's account, as a file told it, and what became of it. */
export type StoredEntry = Pick<
  BankEntry,
  'account' | 'direction' | 'reversal' | 'amount' | 'bookedOn' | 'endToEndId' | 'remittance'
> & {
  readonly id: string;
  readonly counterpartyName: string;
  readonly counterpartyAccount: string;
  readonly status: BankEntryStatus;
  readonly reason: string | null;
  readonly orderId: number | null;
  /** The part of an order's receipt that was not asked for. */
  readonly surplus: Amount;
  /** The part that the payer's bank has taken back. */
  readonly recalled: Amount;
};

const COLUMNS = sql`id, account, direction, reversal, currency, units, to_char(booked_on, 'YYYY-MM-DD') as "bookedOn",
  end_to_end_id as "endToEndId", remittance, counterparty_name as "counterpartyName",
  counterparty_account as "counterpartyAccount", status, reason, order_id as "orderId", surplus_units as "surplusUnits",
  recalled_units as "recalledUnits"`;

type EntryRow = Omit<StoredEntry, 'amount' | 'surplus' | 'recalled'> & {
  readonly currency: string;
  readonly units: bigint;
  readonly surplusUnits: bigint;
  readonly recalledUnits: bigint;
};

function entryOf({ currency, units, surplusUnits, recalledUnits, ...plain }: EntryRow): StoredEntry {
  const asset = fiatAsset(currency);
  return {
    ...plain,
    amount: amountOf(asset, units),
    surplus: amountOf(asset, surplusUnits),
    recalled: amountOf(asset, recalledUnits),
  };
}

async function entriesWhere(database: Queryable, condition: Sql): Promise<StoredEntry[]> {
  const rows = await database.many<EntryRow>(sql`select ${COLUMNS} from bank_entries e where ${condition}`);
  return rows.map(entryOf);
}

/** False when this very file was imported before. */
export async function insertStatement(
  transaction: Transaction,
  file: { readonly hash: Buffer; readonly name: string; readonly importedBy: string; readonly entries: number },
): Promise<boolean> {
  const inserted = await transaction.run(sql`
    insert into bank_statements (hash, name, imported_by, imported_at, entries)
    values (${file.hash}, ${file.name}, ${file.importedBy}, slipway_now(), ${file.entries}) on conflict do nothing`);
  return inserted > 0;
}

/** False for a booking that another file has told already. */
export async function insertEntry(transaction: Transaction, hash: Buffer, entry: BankEntry): Promise<boolean> {
  const inserted = await transaction.run(sql`
    insert into bank_entries (id, statement_hash, account, direction, reversal, currency, units, booked_on, end_to_end_id,
      remittance, counterparty_name, counterparty_account, status, created_at)
    values (${entry.entryId}, ${hash}, ${entry.account}, ${entry.direction}, ${entry.reversal}, ${entry.amount.asset.code},
      ${entry.amount.units.toString()}::numeric, ${entry.bookedOn}, ${entry.endToEndId}, ${entry.remittance},
      ${entry.counterparty.name}, ${entry.counterparty.account}, 'new', slipway_now())
    on conflict (id) do nothing`);
  return inserted > 0;
}

/** Bookings that have not been matched yet, oldest first. Those of transfers that we ordered ourselves are for the refunds. */
export async function newReceipts(database: Queryable, limit: number): Promise<StoredEntry[]> {
  return entriesWhere(
    database,
    sql`status = 'new' and not exists (select 1 from refunds r where r.id = e.end_to_end_id and r.channel = 'bank')
    order by created_at, id limit ${limit}`,
  );
}

/** Bookings of transfers that we ordered, or of their coming back. */
export async function newTransferBookings(database: Queryable, limit: number): Promise<StoredEntry[]> {
  return entriesWhere(
    database,
    sql`status = 'new' and exists (select 1 from refunds r where r.id = e.end_to_end_id and r.channel = 'bank')
    order by created_at, id limit ${limit}`,
  );
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
  },
): Promise<void> {
  await transaction.run(sql`
    update bank_entries set status = ${outcome.status}, order_id = ${outcome.orderId}, reason = ${outcome.reason},
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

export async function findEntry(database: Queryable, id: string): Promise<StoredEntry | undefined> {
  const [entry] = await entriesWhere(database, sql`id = ${id}`);
  return entry;
}

/** Money that waits for the operator to match it, newest first. */
export async function unallocatedEntries(database: Queryable, limit: number): Promise<StoredEntry[]> {
  return entriesWhere(database, sql`status = 'unallocated' order by created_at desc limit ${limit}`);
}
