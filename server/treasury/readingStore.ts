import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** Until when a list of the outside was read whole. Undefined: never. */
export async function readUntil(database: Queryable, source: string): Promise<Date | undefined> {
  const row = await database.maybeOne<{ at: Date }>(
    sql`select read_until as at from treasury_readings where source = ${source}`,
  );
  return row?.at;
}

/** It never goes back: another process may have read further meanwhile. */
export async function markRead(database: Queryable, source: string, until: Date): Promise<void> {
  await database.run(sql`
    insert into treasury_readings (source, read_until) values (${source}, ${until})
    on conflict (source) do update set read_until = greatest(treasury_readings.read_until, excluded.read_until)`);
}

/** When the first order was made: what moved before is none of the ledger's. Undefined where there is none. */
export async function firstOrderAt(database: Queryable): Promise<Date | undefined> {
  const { at } = await database.one<{ at: Date | null }>(sql`select min(created_at) as at from orders`);
  return at ?? undefined;
}
