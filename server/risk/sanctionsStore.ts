import sql from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { SanctionsList } from '../providers/sanctions/sanctionsPort.ts';
import { foldAddress, type ListEdition } from './screening.ts';

export async function readEditions(database: Queryable): Promise<ListEdition[]> {
  return database.many<ListEdition>(
    sql`select source, version, hash, fetched_at as "fetchedAt", published_at as "publishedAt" from sanctions_lists order by source`,
  );
}

export async function readListedAddresses(database: Queryable, source: string): Promise<string[]> {
  const rows = await database.many<{ address: string }>(
    sql`select address from sanctions_addresses where source = ${source}`,
  );
  return rows.map(({ address }) => address);
}

/** Takes the place of the source's earlier edition. True when its content is another one; the same content keeps its newest date. */
export async function writeList(database: Database, list: SanctionsList, fetchedAt: Date): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const before = await transaction.maybeOne<{ hash: string }>(
      sql`select hash from sanctions_lists where source = ${list.source} for update`,
    );
    await transaction.run(sql`
      insert into sanctions_lists (source, version, hash, fetched_at, published_at)
      values (${list.source}, ${list.version}, ${list.hash}, ${fetchedAt}, ${list.publishedAt ?? null})
      on conflict (source) do update set version = excluded.version, hash = excluded.hash, fetched_at = excluded.fetched_at,
        published_at = case when sanctions_lists.hash = excluded.hash
          then greatest(sanctions_lists.published_at, excluded.published_at) else excluded.published_at end`);
    if (before?.hash === list.hash) return false;
    const folded = [...new Set(list.addresses.map(foldAddress))];
    await transaction.run(sql`delete from sanctions_addresses where source = ${list.source}`);
    await transaction.run(sql`
      insert into sanctions_addresses (source, address) select ${list.source}, unnest(${folded}::text[])`);
    return true;
  });
}
