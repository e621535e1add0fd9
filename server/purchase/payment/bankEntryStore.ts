import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { BankEntry } from '../../providers/bank/bankPort.ts';

export type BankEntryStatus = 'new' | 'order' | 'refund' | 'unallocated';

/** A booking on the operator's account, as a file told it, and what became of it. */
export type StoredEntry = {
  readonly id: string;
  readonly account: string;
  readonly direction: 'credit' | 'debit';
  readonly reversal: boolean;
  readonly currency: string;
  readonly units: bigint;
  readonly bookedOn: string;
  readonly endToEndId: string;
  readonly remittance: string;
  readonly counterpartyName: string;
  readonly counterpartyAccount: string;
  readonly status: BankEntryStatus;
  readonly reason: string | null;
  readonly orderId: number | null;
  readonly surplusUnits: bigint;
};

const COLUMNS = sql`id, account, direction, reversal, currency, units, to_char(booked_on, 'YYYY-MM-DD') as "bookedOn",
  end_to_end_id as "endToEndId", remittance, counterparty_name as "counterpartyName",
  counterparty_account as "counterpartyAccount", status, reason, order_id as "orderId", surplus_units as "surplusUnits"`;

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

/** Bookings that nobody has looked at, oldest first. Those of transfers that we ordered ourselves are for the refunds. */
export async function newReceipts(database: Queryable, limit: number): Promise<StoredEntry[]> {
  return database.many<StoredEntry>(sql`
    select ${COLUMNS} from bank_entries e
    where status = 'new' and not exists (select 1 from refunds r where r.id = e.end_to_end_id and r.channel = 'bank')
    order by created_at, id limit ${limit}`);
}

/** Bookings of transfers that we ordered, or of their coming back. */
export async function newTransferBookings(database: Queryable, limit: number): Promise<StoredEntry[]> {
  return database.many<StoredEntry>(sql`
    select ${COLUMNS} from bank_entries e
    where status = 'new' and exists (select 1 from refunds r where r.id = e.end_to_end_id and r.channel = 'bank')
    order by created_at, id limit ${limit}`);
}

/** Undefined when another worker has it, or it is no longer of that status. */
export async function takeEntry(
  transaction: Transaction,
  id: string,
  status: BankEntryStatus,
): Promise<StoredEntry | undefined> {
  return transaction.maybeOne<StoredEntry>(
    sql`select ${COLUMNS} from bank_entries where id = ${id} and status = ${status} for update skip locked`,
  );
}

export async function settleEntry(
  transaction: Transaction,
  id: string,
  outcome: {
    readonly status: BankEntryStatus;
    readonly orderId: number | null;
    readonly surplusUnits: bigint;
    readonly reason: string | null;
  },
): Promise<void> {
  await transaction.run(sql`
    update bank_entries set status = ${outcome.status}, order_id = ${outcome.orderId}, reason = ${outcome.reason},
      surplus_units = ${outcome.surplusUnits.toString()}::numeric, handled_at = slipway_now()
    where id = ${id}`);
}

/** What came for an order, oldest first. */
export async function receiptsOfOrder(database: Queryable, orderId: number): Promise<StoredEntry[]> {
  return database.many<StoredEntry>(sql`
    select ${COLUMNS} from bank_entries where order_id = ${orderId} and status = 'order' order by created_at, id`);
}

export async function findEntry(database: Queryable, id: string): Promise<StoredEntry | undefined> {
  return database.maybeOne<StoredEntry>(sql`select ${COLUMNS} from bank_entries where id = ${id}`);
}

/** Money that waits for somebody to say whose it is, newest first. */
export async function unallocatedEntries(database: Queryable, limit: number): Promise<StoredEntry[]> {
  return database.many<StoredEntry>(
    sql`select ${COLUMNS} from bank_entries where status = 'unallocated' order by created_at desc limit ${limit}`,
  );
}
