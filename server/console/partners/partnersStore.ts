import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type WebhookCounts = {
  readonly partnerId: string;
  readonly waiting: number;
  readonly oldestWaiting: Date | null;
  readonly failed: number;
};

/** Returns counts for partners with undelivered events. Events are kept for 30 days. */
export async function countOpenDeliveries(database: Queryable): Promise<ReadonlyMap<string, WebhookCounts>> {
  const rows = await database.many<WebhookCounts>(sql`
    select partner_id as "partnerId", count(*) filter (where delivery = 'waiting')::int as waiting,
      min(created_at) filter (where delivery = 'waiting') as "oldestWaiting",
      count(*) filter (where delivery = 'given_up')::int as failed
    from partner_events where delivery in ('waiting', 'given_up') group by partner_id`);
  return new Map(rows.map((row) => [row.partnerId, row]));
}

export type OrderCounts = { readonly partnerId: string; readonly made: number; readonly delivered: number };

/** Returns the order counts of the last days, for every partner with orders. */
export async function countNewOrders(database: Queryable, days: number): Promise<ReadonlyMap<string, OrderCounts>> {
  const rows = await database.many<OrderCounts>(sql`
    select partner_id as "partnerId", count(*)::int as made,
      count(*) filter (where status = 'delivered')::int as delivered
    from orders
    where created_at >= (select slipway_now()) - ${days}::int * interval '1 day' and partner_id <> '0' group by partner_id`);
  return new Map(rows.map((row) => [row.partnerId, row]));
}

/** Returns when each partner last used a key. */
export async function readLastKeyUses(database: Queryable): Promise<ReadonlyMap<string, Date>> {
  const rows = await database.many<{ partnerId: string; at: Date }>(sql`
    select partner_id as "partnerId", max(last_used_at) as at from partner_keys
    where last_used_at is not null group by partner_id`);
  return new Map(rows.map(({ partnerId, at }) => [partnerId, at]));
}
