import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { type NewOrder, orderInsertion } from './orderStore.ts';

/** An order of whatever quote, which nobody asks whether it can be kept. */
export async function insertOrder(transaction: Transaction, order: NewOrder): Promise<number> {
  const insertion = orderInsertion(order, sql`${order.paymentDeadline}::timestamptz`, sql`slipway_now() as kept(at)`);
  const { id } = await transaction.one<{ id: number }>(sql`${insertion} returning id`);
  return id;
}
