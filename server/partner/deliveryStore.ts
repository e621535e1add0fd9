import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { WebhookAnswer } from '../platform/webhook/postWebhook.ts';

/** Adds a line to the delivery log for one try. */
export async function insertDelivery(
  database: Queryable,
  entry: number,
  { number, answer }: { readonly number: number; readonly answer: WebhookAnswer },
): Promise<void> {
  // The event may have been deleted during the delivery.
  await database.run(sql`
    insert into partner_deliveries (event_entry, try, at, status, answer, milliseconds)
    select entry, ${number}, slipway_now(), ${answer.status}::int, ${answer.text}, ${answer.milliseconds}
    from partner_events where entry = ${entry}`);
}

export type DeliveryLogEntry = {
  readonly event: string;
  readonly type: string;
  readonly orderNo: string | null;
  readonly position: number | null;
  readonly number: number;
  readonly at: Date;
  readonly status: number | null;
  readonly answer: string;
  readonly milliseconds: number;
};

/** Returns a partner's newest delivery tries. */
export async function listNewestDeliveries(
  database: Queryable,
  partnerId: string,
  most: number,
): Promise<DeliveryLogEntry[]> {
  return database.many<DeliveryLogEntry>(sql`
    select e.id as event, e.type, case when e.order_id is not null then e.lane end as "orderNo", e.position,
      d.try as number, d.at, d.status, d.answer, d.milliseconds
    from partner_deliveries d join partner_events e on e.entry = d.event_entry
    where e.partner_id = ${partnerId} order by d.id desc limit ${most}`);
}

/** Counts a partner's events by delivery state. */
export async function countDeliveries(
  database: Queryable,
  partnerId: string,
): Promise<readonly { readonly delivery: string; readonly events: number }[]> {
  return database.many(sql`
    select delivery, count(*)::int as events from partner_events where partner_id = ${partnerId}
    group by delivery order by delivery`);
}
