import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { type EventKind, type FactsOf, type OrderEvent, readFacts, writeFacts } from './events.ts';
import type { Order } from './order.ts';

/** Under which key an event is kept that waits for the order to come so far: its own is for when it is applied. */
export function earlyKey(key: string): string {
  return `early:${key}`;
}

/** Whether the fact was told before, taken up or not. */
export async function hasEvent(database: Queryable, orderId: number, key: string): Promise<boolean> {
  const found = await database.maybeOne(
    sql`select 1 from order_events where order_id = ${orderId} and key in (${key}, ${earlyKey(key)}) limit 1`,
  );
  return found !== undefined;
}

/** The facts with which an event was told, taken up or not; undefined when it was not told. */
export async function toldFacts<Kind extends EventKind>(
  database: Queryable,
  orderId: number,
  kind: Kind,
  key: string,
): Promise<FactsOf<Kind> | undefined> {
  const row = await database.maybeOne<{ data: unknown }>(sql`
    select data from order_events
    where order_id = ${orderId} and kind = ${kind} and key in (${key}, ${earlyKey(key)}) order by sequence limit 1`);
  return row && readFacts(kind, row.data);
}

/** A payment whose money was taken, and how much of it, in minor units of the pay currency. */
export type CapturedPayment = { readonly paymentId: string; readonly units: bigint };

/** The newest first: more than one when the buyer has paid again before an earlier attempt was let go. */
export async function capturedPayments(database: Queryable, orderId: number): Promise<CapturedPayment[]> {
  return database.many<CapturedPayment>(sql`
    select data ->> 'paymentId' as "paymentId", max((data ->> 'units')::numeric) as units from order_events
    where order_id = ${orderId} and kind = 'payment_captured' group by 1 order by max(sequence) desc`);
}

export async function insertEvent(
  transaction: Transaction,
  order: Order,
  event: OrderEvent,
  to: string,
  unexpected: boolean,
  at: Date,
): Promise<void> {
  await transaction.run(sql`
    insert into order_events (order_id, sequence, kind, key, data, from_status, to_status, unexpected, at)
    values (${order.id}, ${order.eventSequence}, ${event.kind}, ${event.key}, ${writeFacts(event.facts)}, ${order.status}, ${to}, ${unexpected}, ${at})`);
}

export type TimelineRow = { sequence: number; fromStatus: string; toStatus: string; at: Date };

export async function orderTimeline(database: Queryable, orderId: number): Promise<TimelineRow[]> {
  return database.many<TimelineRow>(sql`
    select sequence, from_status as "fromStatus", to_status as "toStatus", at
    from order_events where order_id = ${orderId} and to_status <> from_status and not unexpected order by sequence`);
}

/** An event as it was written, its facts read by its kind's schema. */
export type StoredEvent = OrderEvent & {
  readonly sequence: number;
  readonly fromStatus: string;
  readonly toStatus: string;
  /** There was no row for it: it changed nothing. */
  readonly unexpected: boolean;
  readonly at: Date;
};

type EventRow = Omit<StoredEvent, 'kind' | 'facts'> & { readonly kind: EventKind; readonly data: unknown };

/** All that happened to an order, oldest first. Throws ZodError for facts that are not their kind's. */
export async function orderEvents(database: Queryable, orderId: number): Promise<StoredEvent[]> {
  const rows = await database.many<EventRow>(sql`
    select sequence, kind, key, data, from_status as "fromStatus", to_status as "toStatus", unexpected, at
    from order_events where order_id = ${orderId} order by sequence`);
  return rows.map(({ data, ...row }) => ({ ...row, facts: readFacts(row.kind, data) }) as StoredEvent);
}
