import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/**
 * From when a list of the outside is read: a while before the last reading's end, since a line may show a little after the
 * time that it bears, and never from before the first order or withdrawal: what moved until then is none of the ledger's.
 * Undefined while there is neither.
 */
export async function readFrom(database: Queryable, source: string, overlapMs: number): Promise<Date | undefined> {
  const { first, last } = await database.one<{ first: Date | null; last: Date | null }>(sql`
    select least((select min(created_at) from orders), (select min(created_at) from withdrawals)) as first,
      (select read_until from treasury_readings where source = ${source}) as last`);
  if (!first) return undefined;
  return new Date(Math.max(first.getTime(), last ? last.getTime() - overlapMs : 0));
}

/** It never goes back: another process may have read further meanwhile. */
export async function markRead(database: Queryable, source: string, until: Date): Promise<void> {
  await database.run(sql`
    insert into treasury_readings (source, read_until) values (${source}, ${until})
    on conflict (source) do update set read_until = greatest(treasury_readings.read_until, excluded.read_until)`);
}
