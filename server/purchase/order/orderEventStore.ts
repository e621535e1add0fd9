import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Order } from './order.ts';
import { type EventKind, type FactsByKind, type OrderEvent, parseFacts, serializeFacts } from './orderEventKinds.ts';

/**
 * Returns the key under which an event that arrived too early is recorded. When it is applied, it is recorded under its own
 * key.
 */
export function buildEarlyKey(key: string): string {
  return `early:${key}`;
}

/** Returns whether the event was recorded before, applied or not. */
export async function hasEvent(database: Queryable, orderId: number, key: string): Promise<boolean> {
  const found = await database.maybeOne(
    sql`select 1 from order_events where order_id = ${orderId} and key in (${key}, ${buildEarlyKey(key)}) limit 1`,
  );
  return found !== undefined;
}

/** Returns the facts of a recorded event, applied or not; undefined if there is none. */
export async function findRecordedFacts<Kind extends EventKind>(
  database: Queryable,
  orderId: number,
  kind: Kind,
  key: string,
): Promise<FactsByKind<Kind> | undefined> {
  const row = await database.maybeOne<{ data: unknown }>(sql`
    select data from order_events
    where order_id = ${orderId} and kind = ${kind} and key in (${key}, ${buildEarlyKey(key)}) order by sequence limit 1`);
  return row && parseFacts(kind, row.data);
}

/** A captured payment and its amount, in minor units of the pay currency. */
export type CapturedPayment = { readonly paymentId: string; readonly units: bigint };

/**
 * Returns captured payments, newest first: more than one if the buyer paid again before an earlier attempt was voided. Leaves
 * out payments of other orders: the role of the api may add events, and a refund would go to another payer.
 */
export async function listCapturedPayments(database: Queryable, orderId: number): Promise<CapturedPayment[]> {
  return database.many<CapturedPayment>(sql`
    select e.data ->> 'paymentId' as payment_id, max((e.data ->> 'units')::numeric) as units from order_events e
    where e.order_id = ${orderId} and e.kind = 'payment_captured' and not exists (
      select 1 from payment_attempts a where a.payment_id = e.data ->> 'paymentId' and a.order_id <> e.order_id)
    group by 1 order by max(e.sequence) desc`);
}

/** Records an event, and notifies open order pages and the console. */
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
    values (${order.id}, ${order.eventSequence}, ${event.kind}, ${event.key}, ${serializeFacts(event.facts)}, ${order.status}, ${to}, ${unexpected}, ${at})`);
  transaction.announce('order_events', `${order.orderNo} ${order.eventSequence}`);
}

export type TimelineRow = { sequence: number; fromStatus: string; toStatus: string; at: Date };

/** Returns the changes of an order's status, oldest first. */
export async function listOrderTimeline(database: Queryable, orderId: number): Promise<TimelineRow[]> {
  return database.many<TimelineRow>(sql`
    select sequence, from_status, to_status, at
    from order_events where order_id = ${orderId} and to_status <> from_status and not unexpected order by sequence`);
}

/** A stored event with its facts parsed by its kind's schema. */
export type StoredEvent = OrderEvent & {
  readonly sequence: number;
  readonly fromStatus: string;
  readonly toStatus: string;
  /** No transition matched: it changed nothing. */
  readonly unexpected: boolean;
  readonly at: Date;
};

type EventRow = Omit<StoredEvent, 'kind' | 'facts'> & { readonly kind: EventKind; readonly data: unknown };

/** Returns all events of an order, oldest first. Throws ZodError if facts do not match their kind. */
export async function listOrderEvents(database: Queryable, orderId: number): Promise<StoredEvent[]> {
  const rows = await database.many<EventRow>(sql`
    select sequence, kind, key, data, from_status, to_status, unexpected, at
    from order_events where order_id = ${orderId} order by sequence`);
  return rows.map(({ data, ...row }) => ({ ...row, facts: parseFacts(row.kind, data) }) as StoredEvent);
}
