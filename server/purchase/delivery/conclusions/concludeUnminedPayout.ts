import type { Database } from '../../../platform/database/database.ts';
import { hasEvent } from '../../order/orderEventStore.ts';
import { type Conclusion, concludeWaiting, concludeWithEvent } from '../../order/stepRunner/conclusion.ts';
import { type Delivery, findBatchOrders } from '../currentDelivery.ts';
import { alertStuckPayout } from '../fees/feeAlerts.ts';
import type { FormView } from '../forms/formViews.ts';
import type { DeliveryContext } from '../preparation/preparePayout.ts';

/** A stuck payout is reported at most this often for each of its forms. */
const STUCK_EVERY_MS = 3_600_000;

/**
 * Returns the number of the time slot in which a form is missing from the node: it is reported and broadcast again once
 * per slot. Slots grow from ten seconds to ten minutes, so that a node that drops it for hours causes some dozens of
 * events.
 */
export function computeDroppedSlot(waitedMs: number): number {
  const shortMs = 50_000;
  const growsUntilMs = 59 * shortMs;
  const grown = Math.min(waitedMs, growsUntilMs);
  return Math.floor(5 * Math.log1p(Math.max(grown, 0) / shortMs) + Math.max(waitedMs - growsUntilMs, 0) / 600_000);
}

/** Returns whether no order of the transaction raises its fee: only a delivering order does. */
async function hasNoFeeBumpingOrder(database: Database, delivery: Delivery): Promise<boolean> {
  const orders = await findBatchOrders(database, delivery);
  return orders.every(({ status }) => status !== 'delivering');
}

/** Returns the conclusion for an order whose payout is in no block and can still be mined. */
export async function concludeUnminedPayout(
  { database }: DeliveryContext,
  delivery: Delivery,
  views: readonly FormView[],
): Promise<Conclusion> {
  const {
    order,
    payout,
    variants: [newest],
    chain,
  } = delivery;
  const now = await database.now();
  const waitedMs = now.getTime() - newest.createdAt.getTime();
  const isStuck = waitedMs > chain.traits.stuckAfterMs;
  if (order.status === 'on_hold' && isStuck && (await hasNoFeeBumpingOrder(database, delivery)))
    return concludeWaiting('confirmations', (transaction) => alertStuckPayout(transaction, order, 'held'));
  if (order.status !== 'delivering') return concludeWaiting('confirmations');
  const facts = { payoutId: payout.id };
  if (views.every(({ view }) => view.status === 'missing')) {
    const key = `${payout.id}:dropped:${newest.number}:${computeDroppedSlot(waitedMs)}`;
    return concludeWithEvent({ kind: 'payout_dropped', key, facts });
  }
  if (!isStuck) return concludeWaiting('confirmations');
  // The event is repeated in case the fee bump that it caused was lost.
  const slot = Math.floor(waitedMs / STUCK_EVERY_MS);
  const key = `${payout.id}:stuck:${newest.number}:${slot}`;
  if (!(await hasEvent(database, order.id, key))) return concludeWithEvent({ kind: 'payout_stuck', key, facts });
  return concludeWaiting(payout.waitsFor ?? 'confirmations');
}
