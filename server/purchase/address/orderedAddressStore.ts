import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** A contract on one network says nothing of the same address on another. */
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
