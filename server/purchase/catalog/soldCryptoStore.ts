import { isCountedAlike } from '@slipway/money/asset.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { cryptoAsset } from './buildCatalog.ts';
import type { Crypto } from './catalog.ts';
import { type CryptoRow } from './catalogRows.ts';
import type { NetworkRow } from './networkRows.ts';

/**
 * Whether a crypto's row still names the asset that a quote was made in, which may be older than the row. The
 * configuration is held until the transaction ends: an order that is inserted after this has its asset for good, since a
 * change (`lockConfiguration`) waits for the order and then finds it. By an advisory lock, since whoever locks a row must
 * have the right to change it.
 */
export async function isStillSoldAs(
  transaction: Transaction,
  { id, asset }: Pick<Crypto, 'id' | 'asset'>,
): Promise<boolean> {
  await transaction.run(sql`select pg_advisory_xact_lock_shared(hashtext('configuration'))`);
  const row = await transaction.maybeOne<{ crypto: CryptoRow; network: NetworkRow | null }>(sql`
    select c.value as crypto, n.value as network from configuration c
    left join configuration n on n.kind = 'network' and n.key = c.value ->> 'network'
    where c.kind = 'crypto' and c.key = ${id}`);
  // A row is never removed: where there is none, none was changed.
  if (row === undefined) return true;
  return row.network !== null && isCountedAlike(cryptoAsset(row.crypto, row.network), asset);
}
