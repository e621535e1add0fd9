import { isCountedAlike } from '@slipway/money/asset.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { type CryptoRow, cryptoAsset } from './buildCatalog.ts';
import type { Crypto } from './catalog.ts';

/**
 * Whether a crypto's row still names the asset that a quote was made in, which may be older than the row. The row is
 * locked until the transaction ends: an order that is inserted after this has its asset for good, since a change of the
 * row waits for the order and is then refused by {@link wasEverOrdered}.
 */
export async function isStillSoldAs(
  transaction: Transaction,
  { id, asset }: Pick<Crypto, 'id' | 'asset'>,
): Promise<boolean> {
  const row = await transaction.maybeOne<{ value: CryptoRow }>(
    sql`select value from configuration where kind = 'crypto' and key = ${id} for share`,
  );
  // A row is never removed: where there is none, none was changed.
  return row === undefined || isCountedAlike(cryptoAsset(id, row.value), asset);
}

/**
 * Whether any order was made for a crypto, whatever became of it. It reads all orders of a crypto that has none, so it is
 * for rare questions. Ask with the configuration locked: then no order is on its way that it cannot see.
 */
export async function wasEverOrdered(transaction: Transaction, cryptoId: string): Promise<boolean> {
  const { ordered } = await transaction.one<{ ordered: boolean }>(
    sql`select exists (select 1 from orders where receive_currency = ${cryptoId}) as ordered`,
  );
  return ordered;
}
