import sql from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';
import { type EventKind, type OrderEvent, parseFacts, serializeFacts } from '../orderEventKinds.ts';

/** Stores a fact that arrived before the order could accept it. */
export async function insertWaitingFact(transaction: Transaction, orderId: number, event: OrderEvent): Promise<void> {
  await transaction.run(sql`
    insert into waiting_facts (order_id, key, kind, facts, arrived_at)
    values (${orderId}, ${event.key}, ${event.kind}, ${serializeFacts(event.facts)}, slipway_now())`);
}

/** Returns facts that the order could not accept yet, in order of arrival. */
export async function listWaitingFacts(transaction: Transaction, orderId: number): Promise<OrderEvent[]> {
  const rows = await transaction.many<{ kind: EventKind; key: string; facts: unknown }>(
    sql`select kind, key, facts from waiting_facts where order_id = ${orderId} order by id`,
  );
  return rows.map(({ kind, key, facts }) => ({ kind, key, facts: parseFacts(kind, facts) }) as OrderEvent);
}

export async function removeWaitingFact(transaction: Transaction, orderId: number, key: string): Promise<void> {
  await transaction.run(sql`delete from waiting_facts where order_id = ${orderId} and key = ${key}`);
}
