import { openOrderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Counts orders by state: open ones from their rows, ended ones from the sums kept when they ended. */
export async function countOrdersByStatus(database: Queryable): Promise<{ status: string; count: number }[]> {
  return database.many(sql`
    select status, count(*) as count from orders where status = any(${[...openOrderStatuses]}::text[]) group by status
    union all
    select status, sum(count)::bigint from (
      select status, count from ended_orders union all select status, change from ended_order_changes
    ) ended group by status having sum(count) <> 0`);
}

/** Adds recently ended orders to the counts; returns the number of processed changes, at most `most`. */
export async function sumEndedOrders(database: Queryable, most: number): Promise<number> {
  const { taken } = await database.one<{ taken: number }>(sql`select sum_ended_orders(${most}::integer) as taken`);
  return taken;
}

export async function countOpenAlerts(database: Queryable): Promise<{ kind: string; count: number }[]> {
  return database.many(sql`select kind, count(*) as count from operator_alerts where settled_at is null group by kind`);
}
