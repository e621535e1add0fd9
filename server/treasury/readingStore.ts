import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

const BEGINNING = sql`least((select min(created_at) from orders), (select min(created_at) from withdrawals))`;

/**
 * Returns the time from which to read an external list: some time before the last reading's end, since a line may appear after
 * its own timestamp, but never before the first order or withdrawal: earlier movements are not in the ledger. Undefined if
 * there is neither.
 */
export async function findReadingStart(
  database: Queryable,
  source: string,
  overlapMs: number,
): Promise<Date | undefined> {
  const { first, last } = await database.one<{ first: Date | null; last: Date | null }>(sql`
    select ${BEGINNING} as first, (select read_until from treasury_readings where source = ${source}) as last`);
  if (!first) return undefined;
  return new Date(Math.max(first.getTime(), last ? last.getTime() - overlapMs : 0));
}

/** Returns the time of the first order or withdrawal: earlier movements are not in the books. */
export async function findBooksStart(database: Queryable): Promise<Date | undefined> {
  const { first } = await database.one<{ first: Date | null }>(sql`select ${BEGINNING} as first`);
  return first ?? undefined;
}

/** Stores the reading's end, which never goes back: another process may have read further meanwhile. */
export async function saveReadingEnd(database: Queryable, source: string, until: Date): Promise<void> {
  await database.run(sql`
    insert into treasury_readings (source, read_until) values (${source}, ${until})
    on conflict (source) do update set read_until = greatest(treasury_readings.read_until, excluded.read_until)`);
}
