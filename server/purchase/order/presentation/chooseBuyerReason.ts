import { BLOCKED_REASON, type Order } from '../order.ts';

/** Reasons that a held order may show, since the buyer knows them from the document check, the bank or the chain. */
const SHOWN_WHILE_HELD: ReadonlySet<string> = new Set([
  'identity_rejected',
  'payment_disputed',
  'transfer_recalled',
  'payout_refused',
  'payout_reverted',
  'would_revert',
]);

/**
 * Returns the reason for an order's state that its buyer may see; null if it has none. Of a hold it reveals only that an
 * operator reviews the order, never the list, rule or block, so that a suspect is not warned. Pure.
 */
export function chooseBuyerReason({
  status,
  frozen,
  holdRequested,
  reason,
}: Pick<Order, 'status' | 'frozen' | 'holdRequested' | 'reason'>): string | null {
  const isHeld = status === 'on_hold' || frozen || holdRequested || reason === BLOCKED_REASON;
  return reason === null || !isHeld || SHOWN_WHILE_HELD.has(reason) ? reason : 'operator';
}
