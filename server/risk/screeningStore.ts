import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

export type OrderToScreen = {
  readonly id: number;
  readonly address: string;
  readonly buyerId: string | null;
  readonly firstName: string;
  readonly lastName: string;
};

/** Orders whose money may still go somewhere, with whom they are for. */
export async function openOrdersToScreen(database: Queryable): Promise<OrderToScreen[]> {
  return database.many<OrderToScreen>(sql`
    select o.id, o.address, o.buyer_id as "buyerId", coalesce(p.first_name, '') as "firstName",
      coalesce(p.last_name, '') as "lastName"
    from orders o left join kyc_profiles p on p.buyer_id = o.buyer_id
    where not o.frozen and o.status in ('awaiting_payment', 'authorizing', 'awaiting_identity', 'awaiting_consent',
      'capturing', 'paid', 'converting', 'converted', 'refunding', 'on_hold')
    order by o.id`);
}
