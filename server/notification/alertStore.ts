import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** Something that a person at the operator has to look at. */
export async function insertAlert(
  database: Queryable,
  orderId: number | null,
  kind: string,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  await database.run(sql`
    insert into operator_alerts (order_id, kind, facts, created_at)
    values (${orderId}, ${kind}, ${JSON.stringify(facts)}, slipway_now())`);
}
