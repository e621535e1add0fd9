import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { findDailySumsEnd } from './sumProofStore.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A period from its start (inclusive) to its end (exclusive); null: without an end. */
export type TimeRange = { readonly start: Date; readonly end: Date | null };

/**
 * Returns the postings of a period as a table of SQL: account, asset, kind (of the entry), units and number of postings. Stored
 * whole days are read as sums and the rest from postings; everything from postings if the sums are not proven.
 */
export async function selectPostingsWithin(database: Queryable, span: TimeRange): Promise<Sql> {
  const storedDays = findStoredDays(span, await findDailySumsEnd(database));
  if (!storedDays) return sql`(${selectPostingRows(span)})`;
  return sql`(${join(
    [
      sql`select account, asset, kind, units, postings from ledger_days
        where day >= ${formatDay(storedDays.start)}::date and day < ${formatDay(storedDays.end)}::date`,
      ...(span.start < storedDays.start ? [selectPostingRows({ start: span.start, end: storedDays.start })] : []),
      ...(span.end === null || storedDays.end < span.end
        ? [selectPostingRows({ start: storedDays.end, end: span.end })]
        : []),
    ],
    ' union all ',
  )})`;
}

function selectPostingRows({ start, end }: TimeRange): Sql {
  return sql`select p.account, p.asset, t.kind, p.units, 1 as postings
    from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
    where t.at >= ${start} and (${end}::timestamptz is null or t.at < ${end})`;
}

/**
 * Returns the days (UTC) that are entirely within the period and stored; undefined if there are none. `storedUntil`: all days
 * before it are stored. Pure.
 */
export function findStoredDays(
  { start, end }: TimeRange,
  storedUntil: Date | null,
): { readonly start: Date; readonly end: Date } | undefined {
  if (storedUntil === null) return undefined;
  const first = Math.ceil(start.getTime() / DAY_MS) * DAY_MS;
  const last = Math.min(storedUntil.getTime(), Math.floor((end ?? storedUntil).getTime() / DAY_MS) * DAY_MS);
  return first < last ? { start: new Date(first), end: new Date(last) } : undefined;
}

function formatDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
