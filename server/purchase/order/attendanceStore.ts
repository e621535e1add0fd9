import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** Orders whose time has run out. The clock is asked once, so that the index ends the search. */
export async function overdueOrders(database: Queryable, limit: number): Promise<{ id: number }[]> {
  return database.many(sql`
    select id from orders where deadline_at <= (select slipway_now()) order by deadline_at limit ${limit}`);
}

/** A deadline that could not be raised must not keep the others back: it is tried again after so long. */
export async function putDeadlineOff(database: Queryable, orderId: number, seconds: number): Promise<void> {
  await database.run(sql`
    update orders set deadline_at = slipway_now() + ${seconds}::integer * interval '1 second'
    where id = ${orderId} and deadline_at <= slipway_now()`);
}

export type OrderToAttend = { readonly id: number; readonly status: OrderStatus; readonly offerType: string };

/** How often a step of ours is done again, and one of an order that another provider fulfils, by status. */
export type Pauses = {
  readonly own: Readonly<Record<string, number>>;
  readonly provider: Readonly<Record<string, number>>;
};

/** An order that another provider fulfils is asked about less and less often, and no more after so long. */
const PROVIDER_AGE_SHARE = 20;
const PROVIDER_ASKED_DAYS = 30;

/** Takes the orders whose step is due again and puts each off by its own pause, so that several sweepers share them. */
export async function takeOrdersToAttend(
  transaction: Transaction,
  pauses: Pauses,
  limit: number,
): Promise<OrderToAttend[]> {
  const [own, provider] = [JSON.stringify(pauses.own), JSON.stringify(pauses.provider)];
  return transaction.many(sql`
    update orders set attend_at = case when offer_type = ${OWN_OFFER_TYPE}
      then clock_timestamp() + coalesce((${own}::jsonb ->> status)::double precision, 60000) * interval '1 millisecond'
      when slipway_now() - created_at < ${PROVIDER_ASKED_DAYS}::int * interval '1 day'
      then clock_timestamp() + greatest(
        coalesce((${provider}::jsonb ->> status)::double precision, 60000) * interval '1 millisecond',
        (slipway_now() - created_at) / ${PROVIDER_AGE_SHARE}::int) end
    where id in (
      select id from orders where attend_at <= (select clock_timestamp()) order by attend_at limit ${limit} for update skip locked
    ) returning id, status, offer_type as "offerType"`);
}

/** When the order's step is due again, told by the one clock though it is kept in machine time; null when nothing is due. */
export async function attendanceOf(
  database: Queryable,
  orderId: number,
): Promise<{ readonly attendAt: Date | null; readonly now: Date }> {
  return database.one(sql`
    select o.attend_at + c.offset_seconds * interval '1 second' as "attendAt", slipway_now() as now
    from orders o, clock c where o.id = ${orderId}`);
}
