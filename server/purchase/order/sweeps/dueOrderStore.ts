import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';

/** Returns orders whose deadline has passed. The subquery evaluates the clock once, so that the index bounds the scan. */
export async function listOverdueOrders(database: Queryable, limit: number): Promise<{ id: number }[]> {
  return database.many(sql`
    select id from orders where deadline_at <= (select slipway_now()) order by deadline_at limit ${limit}`);
}

/** Postpones a passed deadline whose event failed or does not apply yet, so that it does not block the others. */
export async function postponeDeadline(database: Queryable, orderId: number, seconds: number): Promise<void> {
  await database.run(sql`
    update orders set deadline_at = slipway_now() + ${seconds}::integer * interval '1 second'
    where id = ${orderId} and deadline_at <= slipway_now()`);
}

export type DueOrder = { readonly id: number; readonly status: OrderStatus; readonly offerType: string };

/** Retry intervals in milliseconds by status: for our own steps, and for orders that another provider fulfils. */
export type RetryIntervals = {
  readonly own: Readonly<Record<string, number>>;
  readonly provider: Readonly<Record<string, number>>;
};

/**
 * The older an order of another provider is, the less often it is polled: at intervals of its age divided by this, for the
 * given days.
 */
const PROVIDER_AGE_SHARE = 20;
const PROVIDER_POLLED_DAYS = 30;

/**
 * Claims orders whose step is due and postpones each by its retry interval, so that several sweepers can share the
 * work.
 */
export async function takeDueOrders(
  transaction: Transaction,
  intervals: RetryIntervals,
  limit: number,
): Promise<DueOrder[]> {
  const [own, provider] = [JSON.stringify(intervals.own), JSON.stringify(intervals.provider)];
  return transaction.many(sql`
    update orders set attend_at = case when offer_type = ${OWN_OFFER_TYPE}
      then clock_timestamp() + coalesce((${own}::jsonb ->> status)::double precision, 60000) * interval '1 millisecond'
      when slipway_now() - created_at < ${PROVIDER_POLLED_DAYS}::int * interval '1 day'
      then clock_timestamp() + greatest(
        coalesce((${provider}::jsonb ->> status)::double precision, 60000) * interval '1 millisecond',
        (slipway_now() - created_at) / ${PROVIDER_AGE_SHARE}::int) end
    where id in (
      select id from orders where attend_at <= (select clock_timestamp()) order by attend_at limit ${limit} for update skip locked
    ) returning id, status, offer_type`);
}

/** Returns when the order's step is due, converted from machine time to the database clock, or null; and the clock's time. */
export async function findNextStepTime(
  database: Queryable,
  orderId: number,
): Promise<{ readonly attendAt: Date | null; readonly now: Date }> {
  return database.one(sql`
    select o.attend_at + c.offset_seconds * interval '1 second' as attend_at, slipway_now() as now
    from orders o, clock c where o.id = ${orderId}`);
}
