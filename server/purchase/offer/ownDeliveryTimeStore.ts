import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import { type PayMethod, payMethods } from '@slipway/contract/entities/payMethods.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** The median time of the operator's last orders by one method on one network, from payment to delivery. */
export type OwnDeliveryTime = {
  readonly network: string;
  readonly method: PayMethod;
  readonly orders: number;
  readonly medianMinutes: number;
};

const LAST_ORDERS = 50;

/** Returns the times of every method with deliveries on these networks. */
export async function listOwnDeliveryTimes(
  database: Queryable,
  networks: readonly string[],
): Promise<readonly OwnDeliveryTime[]> {
  return database.many<OwnDeliveryTime>(sql`
    select ways.network, ways.method, count(*)::int as orders,
      round(percentile_cont(0.5) within group (order by extract(epoch from taken.delivered - taken.paid) / 60))::int
        as "medianMinutes"
    from (
      select network, method from unnest(${networks}::text[]) network cross join unnest(${payMethods}::text[]) method
    ) ways
    cross join lateral (
      select id from orders
      where status = 'delivered' and offer_type = ${OWN_OFFER_TYPE} and network = ways.network and pay_method = ways.method
      order by id desc limit ${LAST_ORDERS}
    ) last
    cross join lateral (
      select min(at) filter (where to_status = 'paid') as paid, min(at) filter (where to_status = 'delivered') as delivered
      from order_events where order_id = last.id
    ) taken
    where taken.paid is not null and taken.delivered is not null
    group by 1, 2`);
}
