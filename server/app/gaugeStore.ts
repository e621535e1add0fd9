import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

export async function countOrders(database: Queryable): Promise<{ status: string; count: number }[]> {
  return database.many(sql`select status, count(*) as count from orders group by status`);
}

export async function countAlerts(database: Queryable): Promise<{ kind: string; count: number }[]> {
  return database.many(sql`select kind, count(*) as count from operator_alerts where settled_at is null group by kind`);
}
