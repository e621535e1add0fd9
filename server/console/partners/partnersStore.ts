import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type OrderCounts = { readonly partnerId: string; readonly made: number; readonly delivered: number };

/** Counts the orders of the last `days` days, and the delivered ones among them, for every partner with orders. */
export async function countNewOrders(database: Queryable, days: number): Promise<ReadonlyMap<string, OrderCounts>> {
  const rows = await database.many<OrderCounts>(sql`
    select partner_id, count(*)::int as made,
      count(*) filter (where status = 'delivered')::int as delivered
    from orders
    where created_at >= (select slipway_now()) - ${days}::int * interval '1 day' and partner_id <> '0' group by partner_id`);
  return new Map(rows.map((row) => [row.partnerId, row]));
}

/** Returns when each partner last used a key. */
export async function readLastKeyUses(database: Queryable): Promise<ReadonlyMap<string, Date>> {
  const rows = await database.many<{ partnerId: string; at: Date }>(sql`
    select partner_id, max(last_used_at) as at from partner_keys
    where last_used_at is not null group by partner_id`);
  return new Map(rows.map(({ partnerId, at }) => [partnerId, at]));
}
