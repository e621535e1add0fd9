import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import { type PayMethod, payMethods } from '@slipway/contract/entities/payMethods.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Durations of the operator's last orders with one payment method on one network. */
export type OwnDeliveryTime = {
  readonly network: string;
  readonly method: PayMethod;
  readonly orders: number;
  /** The time from payment to delivery. */
  readonly medianMinutes: number;
  /** Four of five orders were converted within this time of their payment. */
  readonly conversionSeconds: number | null;
  /** Four of five orders were delivered within this time of their conversion. */
  readonly deliverySeconds: number | null;
};

/** Time within which four of five of the last reviewed orders were decided. */
export type ReviewTime = { readonly orders: number; readonly seconds: number | null };

/** Share of the orders that took at most the usual time. */
const USUAL_SHARE = 0.8;

const LAST_ORDERS = 50;

/** Returns the times of every method with deliveries on these networks. */
export async function listOwnDeliveryTimes(
  database: Queryable,
  networks: readonly string[],
): Promise<readonly OwnDeliveryTime[]> {
  return database.many<OwnDeliveryTime>(sql`
    select ways.network, ways.method, count(*)::int as orders,
      round(percentile_cont(0.5) within group (order by extract(epoch from taken.delivered - taken.paid) / 60))::int
        as median_minutes,
      round(percentile_cont(${USUAL_SHARE}) within group (order by extract(epoch from taken.converted - taken.paid)))::int
        as conversion_seconds,
      round(percentile_cont(${USUAL_SHARE}) within group (order by extract(epoch from taken.delivered - taken.converted)))::int
        as delivery_seconds
    from (
      select network, method from unnest(${networks}::text[]) network cross join unnest(${payMethods}::text[]) method
    ) ways
    cross join lateral (
      select id from orders
      where status = 'delivered' and offer_type = ${OWN_OFFER_TYPE} and network = ways.network and pay_method = ways.method
      order by id desc limit ${LAST_ORDERS}
    ) last
    cross join lateral (
      select min(at) filter (where to_status = 'paid') as paid, min(at) filter (where to_status = 'converted') as converted,
        min(at) filter (where to_status = 'delivered') as delivered
      from order_events where order_id = last.id
    ) taken
    where taken.paid is not null and taken.delivered is not null
    group by 1, 2`);
}

export async function readReviewTime(database: Queryable): Promise<ReviewTime> {
  return database.one<ReviewTime>(sql`
    select count(*)::int as orders,
      round(percentile_cont(${USUAL_SHARE}) within group (order by extract(epoch from decided.at - held.at)))::int as seconds
    from (
      select order_id, sequence, at from order_events
      where from_status = 'on_hold' and to_status <> 'on_hold' and not unexpected
      order by at desc limit ${LAST_ORDERS}
    ) decided
    cross join lateral (
      select max(at) as at from order_events
      where order_id = decided.order_id and sequence < decided.sequence and to_status = 'on_hold' and from_status <> 'on_hold'
    ) held
    where held.at is not null`);
}
