import { isProvidersOrder, type Order } from '../order/order.ts';
import { transitions } from '../order/transitions.ts';
import type { StoredEntry } from './bankEntryStore.ts';

/** Whether money that came by transfer does anything in an order's state: what is booked to any other would lie there. */
export function takesTransfers(order: Pick<Order, 'status' | 'offerType'>): boolean {
  if (isProvidersOrder(order)) return false;
  return transitions.some(({ on, from }) => on === 'payment_received' && from.includes(order.status));
}

/** Why a booking cannot be matched with an order; undefined where it can. Of who offers it and who does it. */
export function whyNotMatched(
  order: Pick<Order, 'status' | 'offerType' | 'payCurrency'>,
  entry: Pick<StoredEntry, 'status' | 'direction' | 'amount'> | undefined,
): string | undefined {
  if (entry?.status !== 'unallocated' || entry.direction !== 'credit') return 'there is no such money that waits';
  if (entry.amount.asset.code !== order.payCurrency) return `it came in ${entry.amount.asset.code}`;
  return takesTransfers(order) ? undefined : `an order that is ${order.status} takes no money by transfer`;
}
