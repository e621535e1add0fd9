import type { Configured } from '../../configuration/readOnce.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import { findEntry } from '../../purchase/payment/bankEntryStore.ts';
import type { NewRequest } from '../requestStore.ts';

/** Whether what an order, or the money that is to be matched with it, is worth takes two: the larger of both decides. */
export async function orderTakesTwo(
  { database, configured }: { readonly database: Queryable; readonly configured: Configured },
  { subject, input }: NewRequest,
): Promise<boolean> {
  const [order, entry] = await Promise.all([
    findOrder(database, subject),
    input['entry'] === undefined ? undefined : findEntry(database, input['entry']),
  ]);
  if (!order) return true;
  const isCounted = entry?.amount.asset.id === order.pay.asset.id;
  const entryCents = entry && isCounted ? (order.euroCents * entry.amount.units) / order.pay.units : 0n;
  const { rules } = await configured.settings();
  const worth = entryCents > order.euroCents ? entryCents : order.euroCents;
  return worth > rules.secondPersonAboveEuroCents;
}
