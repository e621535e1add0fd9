import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { type ComparedRow, sumRowGaps } from '../compareSides.ts';
import { SURPLUS_PREFIX } from '../externalAccount.ts';
import type { Difference, JudgedRow } from './differenceStore.ts';

/** Before every compared period, so that a booked row is compared only if a side has the same row within the period. */
const BEFORE_ALL_PERIODS = new Date(0);

export type BookedRows = {
  readonly rows: readonly ComparedRow[];
  /** The transactions of the bookings, including those without a row. */
  readonly transactions: ReadonlySet<number>;
};

/** Returns the ledger's rows of an external account from booked differences that are not reversed. */
export async function readBookedRows(database: Queryable, place: string): Promise<BookedRows> {
  const rows = await database.many<Pick<ComparedRow, 'id' | 'asset' | 'units'>>(sql`
    select row_id as id, asset, units from difference_bookings b where place = ${place}
      and not exists (select 1 from ledger_transactions r where r.reverses = b.transaction_id)`);
  // Read separately, to include bookings that name no row or are reversed already.
  const seen = await database.many<{ id: number }>(sql`
    select booked_in as id from reconciliation_differences d join ledger_transactions t on t.id = d.booked_in
    where d.place = ${place} and d.cleared_at is null`);
  return {
    rows: rows.map((row) => ({ ...row, at: BEFORE_ALL_PERIODS })),
    transactions: new Set(seen.map(({ id }) => id)),
  };
}

/** Returns the rows that are booked with a difference: overdue ones, except the row of an unexplained surplus. */
export function selectRowsToBook({ rows }: Pick<Difference, 'rows'>): readonly JudgedRow[] {
  return rows.filter(({ overdue, id }) => overdue && !id.startsWith(SURPLUS_PREFIX));
}

export async function insertBookedRows(
  transaction: Transaction,
  difference: Pick<Difference, 'id' | 'place' | 'asset' | 'rows'>,
  booked: number,
): Promise<void> {
  for (const row of selectRowsToBook(difference)) {
    await transaction.run(sql`
      insert into difference_bookings (transaction_id, place, row_id, asset, units)
      values (${booked}, ${difference.place}, ${row.id}, ${difference.asset}, ${sumRowGaps([row]).toString()}::numeric)`);
  }
  await transaction.run(sql`update reconciliation_differences set booked_in = ${booked} where id = ${difference.id}`);
}

/** Returns the key of the difference entry with which a row was booked; undefined if there is none, or it is reversed. */
export async function findDifferenceEntryKey(database: Queryable, rowId: string): Promise<string | undefined> {
  const row = await database.maybeOne<{ key: string }>(sql`
    select t.key from difference_bookings b join ledger_transactions t on t.id = b.transaction_id
    where b.row_id = ${rowId} and not exists (select 1 from ledger_transactions r where r.reverses = b.transaction_id)
    limit 1`);
  return row?.key;
}
