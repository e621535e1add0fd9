import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { keptUntil } from './sumProofStore.ts';

const DAY_MS = 24 * 60 * 60_000;

/** From its start, included, to its end, not included; without an end, whatever came since. */
export type Span = { readonly start: Date; readonly end: Date | null };

/**
 * What was posted within a span, as a table of SQL: account, asset, kind (of the entry), units and how many postings they are of.
 * Whole days that are kept are read as their sums, and the rest from its lines; all of it where sums are not to be trusted.
 */
export async function postedWithin(database: Queryable, span: Span): Promise<Sql> {
  const whole = wholeDays(span, await keptUntil(database));
  if (!whole) return sql`(${linesOf(span)})`;
  return sql`(${join(
    [
      sql`select account, asset, kind, units, postings from ledger_days
        where day >= ${dayOf(whole.start)}::date and day < ${dayOf(whole.end)}::date`,
      ...(span.start < whole.start ? [linesOf({ start: span.start, end: whole.start })] : []),
      ...(span.end === null || whole.end < span.end ? [linesOf({ start: whole.end, end: span.end })] : []),
    ],
    ' union all ',
  )})`;
}

function linesOf({ start, end }: Span): Sql {
  return sql`select p.account, p.asset, t.kind, p.units, 1 as postings
    from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
    where t.at >= ${start} and (${end}::timestamptz is null or t.at < ${end})`;
}

/** The days (UTC) that lie wholly in a span and are kept; undefined where there is none. Pure. */
export function wholeDays(
  { start, end }: Span,
  kept: Date | null,
): { readonly start: Date; readonly end: Date } | undefined {
  if (kept === null) return undefined;
  const first = Math.ceil(start.getTime() / DAY_MS) * DAY_MS;
  const last = Math.min(kept.getTime(), Math.floor((end ?? kept).getTime() / DAY_MS) * DAY_MS);
  return first < last ? { start: new Date(first), end: new Date(last) } : undefined;
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
