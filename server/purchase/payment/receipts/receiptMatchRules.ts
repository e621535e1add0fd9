import { transitions } from '../../order/machine/transitions.ts';
import { isFulfilledByProvider, type Order } from '../../order/order.ts';
import type { StoredEntry } from '../bankEntryStore.ts';

/** Returns whether the order's state accepts a transfer. In any other state the money would remain unused. */
export function canReceiveTransfer(order: Pick<Order, 'status' | 'offerType'>): boolean {
  if (isFulfilledByProvider(order)) return false;
  return transitions.some(({ on, from }) => on === 'payment_received' && from.includes(order.status));
}

/** Returns why a booking cannot be matched with an order; undefined if it can. */
export function findMatchObstacle(
  order: Pick<Order, 'status' | 'offerType' | 'payCurrency'>,
  entry: Pick<StoredEntry, 'status' | 'direction' | 'amount'> | undefined,
): string | undefined {
  if (entry?.status !== 'unallocated' || entry.direction !== 'credit') return 'there is no such unmatched payment';
  if (entry.amount.asset.code !== order.payCurrency) return `the payment is in ${entry.amount.asset.code}`;
  return canReceiveTransfer(order) ? undefined : `an order that is ${order.status} accepts no bank transfer`;
}
