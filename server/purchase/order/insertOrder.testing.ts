import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { buildOrderInsert, type NewOrder } from './orderStore.ts';

/** Inserts an order with any quote, without checking whether the quote can be kept. */
export async function insertOrder(transaction: Transaction, order: NewOrder): Promise<number> {
  const insertion = buildOrderInsert(order, sql`${order.paymentDeadline}::timestamptz`, sql`slipway_now() as kept(at)`);
  const { id } = await transaction.one<{ id: number }>(sql`${insertion} returning id`);
  return id;
}
