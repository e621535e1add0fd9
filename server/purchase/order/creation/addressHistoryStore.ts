import sql from 'sql-template-tag';
import type { Queryable } from '../../../platform/database/database.ts';

export type AddressHistory = {
  /**
   * True if an order of this buyer to the address is delivered and has not changed for a day: the buyer would have noticed a
   * theft.
   */
  readonly isKnown: boolean;
  /** Sum of the buyer's orders of the last day, to any address, that were paid out or still may be. */
  readonly dayEuroCents: bigint;
};

export async function readAddressHistory(
  database: Queryable,
  buyerId: string,
  address: string,
): Promise<AddressHistory> {
  return database.one<AddressHistory>(sql`
    with moment as materialized (select slipway_now() - interval '1 day' as yesterday)
    select
      exists (select 1 from orders o where o.buyer_id = ${buyerId} and o.address = ${address} and o.status = 'delivered'
        and o.updated_at < (select yesterday from moment)) as is_known,
      coalesce((select sum(o.euro_cents) from orders o where o.buyer_id = ${buyerId}
        and o.created_at >= (select yesterday from moment)
        and o.status <> all(${['cancelled', 'expired', 'failed', 'refunded']})), 0) as day_euro_cents`);
}
