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

export type WebhookCounts = {
  readonly partnerId: string;
  readonly waiting: number;
  readonly oldestWaiting: Date | null;
  readonly failed: number;
};

/** Returns the counts by partner, for partners with waiting or given-up events. Events are kept for 30 days. */
export async function countOpenDeliveries(database: Queryable): Promise<ReadonlyMap<string, WebhookCounts>> {
  const rows = await database.many<WebhookCounts>(sql`
    select partner_id, count(*) filter (where delivery = 'waiting')::int as waiting,
      min(created_at) filter (where delivery = 'waiting') as oldest_waiting,
      count(*) filter (where delivery = 'given_up')::int as failed
    from partner_events where delivery in ('waiting', 'given_up') group by partner_id`);
  return new Map(rows.map((row) => [row.partnerId, row]));
}
