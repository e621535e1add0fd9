import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { gapOf, type Row } from './compare.ts';
import type { Difference, KeptRow } from './differenceStore.ts';
import { SURPLUS } from './place.ts';

/** By itself it has no row looked at: it counts where one of the two sides has the row within the time that is compared. */
const AT_NO_TIME = new Date(0);

export type BookedRows = {
  readonly rows: readonly Row[];
  /** The transactions by which they were booked, those without a row included. */
  readonly transactions: ReadonlySet<number>;
};

/** What the ledger has of a place's rows by differences that were booked, and not reversed. */
export async function bookedRows(database: Queryable, place: string): Promise<BookedRows> {
  const rows = await database.many<Pick<Row, 'id' | 'asset' | 'units'>>(sql`
    select row_id as id, asset, units from difference_bookings b where place = ${place}
      and not exists (select 1 from ledger_transactions r where r.reverses = b.transaction_id)`);
  // Read by themselves: one that names no row, and one that is reversed already, has been seen too.
  const seen = await database.many<{ id: number }>(sql`
    select booked_in as id from reconciliation_differences d join ledger_transactions t on t.id = d.booked_in
    where d.place = ${place} and d.cleared_at is null`);
  return {
    rows: rows.map((row) => ({ ...row, at: AT_NO_TIME })),
    transactions: new Set(seen.map(({ id }) => id)),
  };
}

/** The rows that are booked with a difference: those that are overdue, as far as they have a name of their own. */
export function rowsToBook({ rows }: Pick<Difference, 'rows'>): readonly KeptRow[] {
  return rows.filter(({ overdue, id }) => overdue && !id.startsWith(SURPLUS));
}

export async function insertBookedRows(
  transaction: Transaction,
  difference: Pick<Difference, 'id' | 'place' | 'asset' | 'rows'>,
  booked: number,
): Promise<void> {
  for (const row of rowsToBook(difference)) {
    await transaction.run(sql`
      insert into difference_bookings (transaction_id, place, row_id, asset, units)
      values (${booked}, ${difference.place}, ${row.id}, ${difference.asset}, ${gapOf([row]).toString()}::numeric)`);
  }
  await transaction.run(sql`update reconciliation_differences set booked_in = ${booked} where id = ${difference.id}`);
}

/** The difference that a row was booked with, by the key of its entry; undefined where it was with none that stands. */
export async function bookedWith(database: Queryable, rowId: string): Promise<string | undefined> {
  const row = await database.maybeOne<{ key: string }>(sql`
    select t.key from difference_bookings b join ledger_transactions t on t.id = b.transaction_id
    where b.row_id = ${rowId} and not exists (select 1 from ledger_transactions r where r.reverses = b.transaction_id)
    limit 1`);
  return row?.key;
}
