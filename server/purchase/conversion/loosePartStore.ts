import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

const AGAIN_AFTER_SECONDS = 30;

/**
 * Takes the parts that are to be looked at beside the steps of their orders, and puts each off, so that several workers
 * share them.
 */
export async function takeLooseParts(database: Queryable, limit: number): Promise<string[]> {
  const rows = await database.many<{ clientOrderId: string }>(sql`
    update conversions set ask_at = clock_timestamp() + ${AGAIN_AFTER_SECONDS} * interval '1 second'
    where client_order_id in (
      select client_order_id from conversions where ask_at <= clock_timestamp() order by ask_at limit ${limit}
      for update skip locked
    ) returning client_order_id as "clientOrderId"`);
  return rows.map(({ clientOrderId }) => clientOrderId);
}

/** It has ended, and the venue has said all that it has of it. */
export async function forgetLoosePart(database: Queryable, clientOrderId: string): Promise<void> {
  await database.run(sql`
    update conversions set ask_at = null
    where client_order_id = ${clientOrderId} and status not in ('requested', 'open')`);
}

/** It is looked at as soon as possible. */
export async function lookAtOnce(database: Queryable, clientOrderId: string): Promise<void> {
  await database.run(sql`
    update conversions set ask_at = clock_timestamp() where client_order_id = ${clientOrderId}`);
}
