import sql from 'sql-template-tag';
import type { Queryable } from './database.ts';

/** Returns how far the sandbox has moved the clock; zero in production. */
export async function readClockOffsetSeconds(database: Queryable): Promise<number> {
  const { offset } = await database.one<{ offset: number }>(sql`select offset_seconds as offset from clock`);
  return offset;
}

/** Returns the time of the database's machine, without the offset of a sandbox. */
export async function readMachineTime(database: Queryable): Promise<Date> {
  const { now } = await database.one<{ now: Date }>(sql`select clock_timestamp() as now`);
  return now;
}
