import { openOrderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** Open orders are counted, those that have ended were counted as they did. */
export async function countOrders(database: Queryable): Promise<{ status: string; count: number }[]> {
  return database.many(sql`
    select status, count(*) as count from orders where status = any(${[...openOrderStatuses]}::text[]) group by status
    union all
    select status, sum(count)::bigint from (
      select status, count from ended_orders union all select status, change from ended_order_changes
    ) ended group by status having sum(count) <> 0`);
}

/** Takes what has ended last into the counts; gives how many changes there were, at most so many. */
export async function sumUpEnded(database: Queryable, most: number): Promise<number> {
  const { taken } = await database.one<{ taken: number }>(sql`select sum_ended_orders(${most}::integer) as taken`);
  return taken;
}

export async function countAlerts(database: Queryable): Promise<{ kind: string; count: number }[]> {
  return database.many(sql`select kind, count(*) as count from operator_alerts where settled_at is null group by kind`);
}
