import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { buildOrderInsert, type NewOrder } from './orderStore.ts';

/** Inserts an order without checking whether its quote is still valid. Returns the order's id. */
export async function insertOrder(transaction: Transaction, order: NewOrder): Promise<number> {
  const insertion = buildOrderInsert(order, sql`${order.paymentDeadline}::timestamptz`, sql`slipway_now() as kept(at)`);
  const { id } = await transaction.one<{ id: number }>(sql`${insertion} returning id`);
  return id;
}
