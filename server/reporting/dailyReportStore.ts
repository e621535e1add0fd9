import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { Report } from './composeReport.ts';

/** Days are ISO dates, in UTC. */
export type StoredReport = Report & { readonly day: string };

/** No report is made for days further back than this. */
const MOST_DAYS = 31;

/**
 * Returns ended days without a report, oldest first: since the last report, or yesterday if there is none. `settleMinutes`:
 * time to wait after the end of a day, so that events reported at its end are booked.
 */
export async function listDaysToReport(database: Queryable, settleMinutes: number): Promise<string[]> {
  const rows = await database.many<{ day: string }>(sql`
    with last as (
      select ((slipway_now() - ${settleMinutes}::int * interval '1 minute') at time zone 'UTC')::date - 1 as day
    )
    select to_char(d, 'YYYY-MM-DD') as day from last cross join lateral generate_series(
      greatest(coalesce((select max(day) + 1 from daily_reports), last.day), last.day - ${MOST_DAYS}::int + 1), last.day,
      interval '1 day'
    ) d order by d`);
  return rows.map(({ day }) => day);
}

/** Inserts a report. Returns false if another worker was first. */
export async function insertReport(transaction: Transaction, { day, text, csv }: StoredReport): Promise<boolean> {
  const inserted = await transaction.run(sql`
    insert into daily_reports (day, text, csv, created_at) values (${day}, ${text}, ${csv}, slipway_now())
    on conflict (day) do nothing`);
  return inserted > 0;
}

export async function listUnfiledReports(database: Queryable): Promise<StoredReport[]> {
  return database.many<StoredReport>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, text, csv from daily_reports where filed_at is null order by day`);
}

export async function markFiled(database: Queryable, day: string): Promise<void> {
  await database.run(sql`update daily_reports set filed_at = slipway_now() where day = ${day}`);
}
