import { BLOCKED_REASON, type Order } from '../order.ts';

/** Reasons that the buyer already knows: from their document check, their bank or the chain. */
const SHOWN_WHILE_HELD: ReadonlySet<string> = new Set([
  'identity_rejected',
  'payment_disputed',
  'transfer_taken_back',
  'payout_refused',
  'payout_reverted',
  'would_revert',
]);

/**
 * Returns the reason for an order's state, for its buyer. For a held order it reveals only that an operator reviews it,
 * never the list, rule or block: a suspect must not learn of it from us. Pure.
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
