import sql from 'sql-template-tag';
import type { Database } from './database.ts';

const MARGIN_SECONDS = 30 * 60;

/**
 * Sets the database's clock back by an hour if its UTC day is about to end, so that a file's tests run within one day.
 * Returns that day, as `2026-11-27`, and the next one.
 */
export async function moveClockOffMidnight(database: Database): Promise<{ today: string; tomorrow: string }> {
  await database.run(sql`
    update clock set offset_seconds = offset_seconds - 2 * ${MARGIN_SECONDS}::integer
    where (slipway_now() + ${MARGIN_SECONDS}::integer * interval '1 second')::timestamptz at time zone 'UTC'
      >= (date_trunc('day', slipway_now() at time zone 'UTC') + interval '1 day')`);
  const now = await database.now();
  const formatDay = (date: Date) => date.toISOString().slice(0, 10);
  return { today: formatDay(now), tomorrow: formatDay(new Date(now.getTime() + 86_400_000)) };
}
