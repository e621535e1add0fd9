import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * How long an unsent payout may block others before it is cancelled, if all its orders are held, frozen, ended or unpaid.
 */
export const BLOCKING_MS = 120_000;

/**
 * Returns the condition that payout `f` of order `o` is signed, not known to be sent, and has blocked others for long
 * enough: a payout with a later nonce was sent and waits, or another order of the network is short of coins.
 */
function buildBlockingCondition(): Sql {
  const since = sql`slipway_now() - ${BLOCKING_MS}::float8 * interval '1 millisecond'`;
  return sql`f.status = 'signed' and f.id = f.batch_id and (
    exists (
      select 1 from payouts later
      where later.network = f.network and later.from_address = f.from_address and later.nonce > f.nonce
        and later.status = 'broadcast' and later.confirmations = 0 and later.created_at <= ${since})
    or exists (
      select 1 from orders w join order_events e on e.order_id = w.id
      where w.status = 'converted' and w.network = o.network and e.kind = 'funds_short' and e.at <= ${since}
        and e.at >= f.created_at))`;
}

/** Returns the orders whose unsent payouts block others on a network (CAIP-2). */
export async function listBlockingOrderIds(database: Queryable, network: string): Promise<readonly number[]> {
  const rows = await database.many<{ id: number }>(sql`
    select o.id from payouts f join orders o on o.id = f.order_id
    where f.network = ${network} and ${buildBlockingCondition()}`);
  return rows.map(({ id }) => id);
}

export async function isBlockingPayout(database: Queryable, batchId: string): Promise<boolean> {
  const found = await database.maybeOne(sql`
    select 1 from payouts f join orders o on o.id = f.order_id where f.id = ${batchId} and ${buildBlockingCondition()}`);
  return found !== undefined;
}
