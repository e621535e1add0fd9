import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** Something that a person at the operator has to look at. */
export type Alert = {
  /** Said once for each key; null: as often as it happens. */
  readonly key: string | null;
  readonly orderId: number | null;
  readonly kind: string;
  readonly facts: Readonly<Record<string, unknown>>;
};

/** True when it had not been said before. */
export async function raiseAlert(database: Queryable, { key, orderId, kind, facts }: Alert): Promise<boolean> {
  const inserted = await database.run(sql`
    insert into operator_alerts (key, order_id, kind, facts, created_at)
    values (${key}, ${orderId}, ${kind}, ${JSON.stringify(facts)}, slipway_now())
    on conflict (key) do nothing`);
  return inserted > 0;
}

export type OpenAlert = Alert & { readonly id: number; readonly createdAt: Date };

/** Newest first. */
export async function openAlerts(database: Queryable, limit: number): Promise<OpenAlert[]> {
  return database.many<OpenAlert>(sql`
    select id, key, order_id as "orderId", kind, facts, created_at as "createdAt"
    from operator_alerts where settled_at is null order by id desc limit ${limit}`);
}

/** True when it was open. */
export async function settleAlert(database: Queryable, id: number, who: string): Promise<boolean> {
  const settled = await database.run(sql`
    update operator_alerts set settled_at = slipway_now(), settled_by = ${who} where id = ${id} and settled_at is null`);
  return settled > 0;
}
