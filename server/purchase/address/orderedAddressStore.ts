import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * Returns whether the buyer has made an order to the address on this network. On another network the same address may not
 * be a wallet.
 */
export async function hasOrderedTo(
  database: Queryable,
  buyerId: string,
  network: string,
  address: string,
): Promise<boolean> {
  const { found } = await database.one<{ found: boolean }>(sql`
    select exists (
      select 1 from orders where buyer_id = ${buyerId} and network = ${network} and address = ${address}
    ) as found`);
  return found;
}
