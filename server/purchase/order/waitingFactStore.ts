import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { type EventKind, type OrderEvent, readFacts, writeFacts } from './events.ts';

/** Keeps a fact that came before the order could take it. */
export async function insertWaitingFact(transaction: Transaction, orderId: number, event: OrderEvent): Promise<void> {
  await transaction.run(sql`
    insert into waiting_facts (order_id, key, kind, facts, came_at)
    values (${orderId}, ${event.key}, ${event.kind}, ${writeFacts(event.facts)}, slipway_now())`);
}

/** Facts that still wait for the order to come so far, in the order in which they came. */
export async function waitingFacts(transaction: Transaction, orderId: number): Promise<OrderEvent[]> {
  const rows = await transaction.many<{ kind: EventKind; key: string; facts: unknown }>(
    sql`select kind, key, facts from waiting_facts where order_id = ${orderId} order by id`,
  );
  return rows.map(({ kind, key, facts }) => ({ kind, key, facts: readFacts(kind, facts) }) as OrderEvent);
}

export async function removeWaitingFact(transaction: Transaction, orderId: number, key: string): Promise<void> {
  await transaction.run(sql`delete from waiting_facts where order_id = ${orderId} and key = ${key}`);
}
