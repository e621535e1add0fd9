import type { Database } from '../../platform/database/database.ts';
import { type Conclusion, tells, waits } from '../order/conclusion.ts';
import { hasEvent } from '../order/orderEventStore.ts';
import { type Delivery, ordersOf } from './currentDelivery.ts';
import { alertStuck } from './feeAlerts.ts';
import type { DeliveryContext } from './preparePayout.ts';
import type { Sight } from './sights.ts';

/** One that is stuck at most this often for each of its forms. */
const STUCK_EVERY_MS = 3_600_000;

/**
 * In which of its slots a form has been forgotten: one is told, and sent again, once in each. They last ten seconds at first
 * and ten minutes in the end, so that a node that forgets for hours leaves some dozens of events.
 */
export function droppedSlot(waitedMs: number): number {
  const shortMs = 50_000;
  const growsUntilMs = 59 * shortMs;
  const grown = Math.min(waitedMs, growsUntilMs);
  return Math.floor(5 * Math.log1p(Math.max(grown, 0) / shortMs) + Math.max(waitedMs - growsUntilMs, 0) / 600_000);
}

/** A held order does not raise the fee of its payout: another order of the same transaction does. */
async function isRaisedByNobody(database: Database, delivery: Delivery): Promise<boolean> {
  const orders = await ordersOf(database, delivery);
  return orders.every(({ status }) => status !== 'delivering');
}

/** What follows for an order whose payout is in no block and can still be. */
export async function waitingNews(
  { database }: DeliveryContext,
  delivery: Delivery,
  sights: readonly Sight[],
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
  if (order.status === 'on_hold' && isStuck && (await isRaisedByNobody(database, delivery)))
    return waits('confirmations', (transaction) => alertStuck(transaction, order, 'held'));
  if (order.status !== 'delivering') return waits('confirmations');
  const facts = { payoutId: payout.id };
  if (sights.every(({ view }) => view.status === 'missing')) {
    const key = `${payout.id}:dropped:${newest.number}:${droppedSlot(waitedMs)}`;
    return tells({ kind: 'payout_dropped', key, facts });
  }
  if (!isStuck) return waits('confirmations');
  // Told again in case the step that follows was lost; it repeats itself meanwhile.
  const slot = Math.floor(waitedMs / STUCK_EVERY_MS);
  const key = `${payout.id}:stuck:${newest.number}:${slot}`;
  if (!(await hasEvent(database, order.id, key))) return tells({ kind: 'payout_stuck', key, facts });
  return waits(payout.waitsFor ?? 'confirmations');
}
