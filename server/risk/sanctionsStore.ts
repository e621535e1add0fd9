import sql from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { PurposeKeys } from '../platform/secrets.ts';
import type { SanctionsList } from '../providers/sanctions/sanctionsPort.ts';
import { computeListSeal, isListSealed, type SealedEdition } from './listSeal.ts';
import { toComparableAddress } from './screening.ts';

const COLUMNS = sql`source, version, hash, fetched_at, published_at, seal`;

export async function listEditions(database: Queryable): Promise<SealedEdition[]> {
  return database.many<SealedEdition>(sql`select ${COLUMNS} from sanctions_lists order by source`);
}

export async function readListedAddresses(database: Queryable, source: string): Promise<string[]> {
  const rows = await database.many<{ address: string }>(
    sql`select address from sanctions_addresses where source = ${source}`,
  );
  return rows.map(({ address }) => address);
}

/**
 * Replaces the source's previous edition. `same`: the content was unchanged; it keeps the later publication date. `restored`:
 * the stored rows of this content differed from what had been fetched and were rewritten.
 */
export async function saveSanctionsList(
  database: Database,
  keys: PurposeKeys,
  list: SanctionsList,
  fetchedAt: Date,
): Promise<'new' | 'same' | 'restored'> {
  const { source, version, hash, publishedAt = null } = list;
  const folded = [...new Set(list.addresses.map(toComparableAddress))];
  return database.transaction(async (transaction) => {
    const former = await transaction.maybeOne<SealedEdition>(
      sql`select ${COLUMNS} from sanctions_lists where source = ${source} for update`,
    );
    const isSame = former?.hash === hash;
    const isWhole = isSame && isListSealed(keys, former, await readListedAddresses(transaction, source));
    const newest = isWhole ? findLaterDate(former.publishedAt, publishedAt) : publishedAt;
    const seal = computeListSeal(keys, { source, version, hash, fetchedAt, publishedAt: newest }, folded);
    await transaction.run(sql`
      insert into sanctions_lists (source, version, hash, fetched_at, published_at, seal)
      values (${source}, ${version}, ${hash}, ${fetchedAt}, ${newest}, ${seal})
      on conflict (source) do update set version = excluded.version, hash = excluded.hash, fetched_at = excluded.fetched_at,
        published_at = excluded.published_at, seal = excluded.seal`);
    if (isWhole) return 'same';
    await transaction.run(sql`delete from sanctions_addresses where source = ${source}`);
    await transaction.run(sql`
      insert into sanctions_addresses (source, address) select ${source}, unnest(${folded}::text[])`);
    return isSame ? 'restored' : 'new';
  });
}

function findLaterDate(one: Date | null, other: Date | null): Date | null {
  return one !== null && (other === null || one > other) ? one : other;
}
