import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Running workers report every minute. A provider whose keys were removed stays listed for this long. */
const FRESH_MINUTES = 10;
const KEPT_DAYS = 1;

/** Records that a worker has access to these providers, and deletes those that were not reported for a day. */
export async function saveConnectedProviders(database: Queryable, providers: readonly string[]): Promise<void> {
  await database.run(sql`
    insert into connected_providers (provider, reported_at) select id, clock_timestamp() from unnest(${providers}::text[]) as id
    on conflict (provider) do update set reported_at = excluded.reported_at`);
  await database.run(sql`
    delete from connected_providers where reported_at < clock_timestamp() - ${KEPT_DAYS}::int * interval '1 day'`);
}

export async function listConnectedProviders(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ provider: string }>(sql`
    select provider from connected_providers
    where reported_at > clock_timestamp() - ${FRESH_MINUTES}::int * interval '1 minute' order by provider`);
  return rows.map(({ provider }) => provider);
}
