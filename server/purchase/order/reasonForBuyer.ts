import { BLOCKED_REASON, type Order } from './order.ts';

/** What has come to the buyer themselves: their document, their bank's word, or the chain's. */
const TOLD_WHILE_HELD: ReadonlySet<string> = new Set([
  'identity_rejected',
  'payment_disputed',
  'transfer_taken_back',
  'payout_refused',
  'payout_reverted',
  'would_revert',
]);

/**
 * Why an order stands as it does, for its buyer. Of an order that is held they learn that a person looks at it, and never by
 * which list, rule or block: whoever is suspected must not hear of it from us. Pure.
 */
export function reasonForBuyer({
  status,
  frozen,
  holdRequested,
  reason,
}: Pick<Order, 'status' | 'frozen' | 'holdRequested' | 'reason'>): string | null {
  const isHeld = status === 'on_hold' || frozen || holdRequested || reason === BLOCKED_REASON;
  return reason === null || !isHeld || TOLD_WHILE_HELD.has(reason) ? reason : 'operator';
}
