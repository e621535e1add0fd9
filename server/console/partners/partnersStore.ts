import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type WebhookCounts = {
  readonly partnerId: string;
  readonly waiting: number;
  readonly oldestWaiting: Date | null;
  readonly failed: number;
};

/** Of partners with an event that was not taken. Events are kept for 30 days. */
export async function openDeliveries(database: Queryable): Promise<ReadonlyMap<string, WebhookCounts>> {
  const rows = await database.many<WebhookCounts>(sql`
    select partner_id as "partnerId", count(*) filter (where delivery = 'waiting')::int as waiting,
      min(created_at) filter (where delivery = 'waiting') as "oldestWaiting",
      count(*) filter (where delivery = 'given_up')::int as failed
    from partner_events where delivery in ('waiting', 'given_up') group by partner_id`);
  return new Map(rows.map((row) => [row.partnerId, row]));
}

export type OrderCounts = { readonly partnerId: string; readonly made: number; readonly delivered: number };

/** Orders of the last days, of every partner that has any. */
export async function countNewOrders(database: Queryable, days: number): Promise<ReadonlyMap<string, OrderCounts>> {
  const rows = await database.many<OrderCounts>(sql`
    select partner_id as "partnerId", count(*)::int as made,
      count(*) filter (where status = 'delivered')::int as delivered
    from orders
    where created_at >= (select slipway_now()) - ${days}::int * interval '1 day' and partner_id <> '0' group by partner_id`);
  return new Map(rows.map((row) => [row.partnerId, row]));
}

/** When a key of each partner was last used. */
export async function lastKeyUses(database: Queryable): Promise<ReadonlyMap<string, Date>> {
  const rows = await database.many<{ partnerId: string; at: Date }>(sql`
    select partner_id as "partnerId", max(last_used_at) as at from partner_keys
    where last_used_at is not null group by partner_id`);
  return new Map(rows.map(({ partnerId, at }) => [partnerId, at]));
}

export type LinkKeyDates = { readonly id: string; readonly createdAt: Date; readonly retiresAt: Date | null };

/** Newest first, those that open nothing any more left out. Never what they sign with. */
export async function linkKeyDates(database: Queryable, partnerId: string): Promise<LinkKeyDates[]> {
  return database.many<LinkKeyDates>(sql`
    select id, created_at as "createdAt", retires_at as "retiresAt" from partner_link_keys
    where partner_id = ${partnerId} and (retires_at is null or retires_at > slipway_now())
    order by created_at desc, id`);
}
