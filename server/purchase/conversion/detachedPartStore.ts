import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

const AGAIN_AFTER_SECONDS = 30;

/**
 * Returns the parts that are due for a check outside the steps of their orders, and postpones each, so that several
 * workers share them.
 */
export async function takeDetachedParts(database: Queryable, limit: number): Promise<string[]> {
  const rows = await database.many<{ clientOrderId: string }>(sql`
    update conversions set ask_at = clock_timestamp() + ${AGAIN_AFTER_SECONDS} * interval '1 second'
    where client_order_id in (
      select client_order_id from conversions where ask_at <= clock_timestamp() order by ask_at limit ${limit}
      for update skip locked
    ) returning client_order_id`);
  return rows.map(({ clientOrderId }) => clientOrderId);
}

/** Stops checking a part that has ended, after the venue has reported everything about it. */
export async function stopCheckingDetachedPart(database: Queryable, clientOrderId: string): Promise<void> {
  await database.run(sql`
    update conversions set ask_at = null
    where client_order_id = ${clientOrderId} and status not in ('requested', 'open')`);
}

/** Makes the part due now. */
export async function schedulePartCheckNow(database: Queryable, clientOrderId: string): Promise<void> {
  await database.run(sql`
    update conversions set ask_at = clock_timestamp() where client_order_id = ${clientOrderId}`);
}
