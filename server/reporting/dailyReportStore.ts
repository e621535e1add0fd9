import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { Report } from './composeReport.ts';

/** Days are ISO dates, in UTC. */
export type StoredReport = Report & { readonly day: string };

/** Further back no report is made up for. */
const MOST_DAYS = 31;

/**
 * Days that have ended and have no report, oldest first: since the last one that was made, or yesterday where there is
 * none. `settleMinutes`: how long a day is left alone, so that what was told at its end is booked.
 */
export async function daysToReport(database: Queryable, settleMinutes: number): Promise<string[]> {
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

/** False when another worker was first. */
export async function insertReport(transaction: Transaction, { day, text, csv }: StoredReport): Promise<boolean> {
  const inserted = await transaction.run(sql`
    insert into daily_reports (day, text, csv, made_at) values (${day}, ${text}, ${csv}, slipway_now())
    on conflict (day) do nothing`);
  return inserted > 0;
}

export async function unfiledReports(database: Queryable): Promise<StoredReport[]> {
  return database.many<StoredReport>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, text, csv from daily_reports where filed_at is null order by day`);
}

export async function markFiled(database: Queryable, day: string): Promise<void> {
  await database.run(sql`update daily_reports set filed_at = slipway_now() where day = ${day}`);
}
