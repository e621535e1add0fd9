import { isVoidedAtDeadline } from '../../purchase/order/machine/stateDeadlines.ts';
import { isPaid, type Order } from '../../purchase/order/order.ts';

/** Outcomes if a decision is not made by its deadline: the same text in every list and on every page. */
const VOIDED = 'the authorization is voided and the order is cancelled';
const REFUNDED = 'the money is refunded';

export const DEADLINE_OUTCOMES = {
  unmatched: 'the payment stays unmatched, and the person on duty is alerted',
  refund: 'the 24-hour refund promise is missed',
  request: 'the request lapses, and nothing is done',
} as const;

export function describeHoldExpiry(order: Order): string {
  return isVoidedAtDeadline(order) ? VOIDED : 'the order stays on hold, and the person on duty is alerted';
}

/** `order` is the order that waits for the decision about its buyer; undefined if none does. */
export function describeReviewExpiry(order: Pick<Order, 'captured' | 'received'> | undefined): string {
  if (!order) return 'the buyer cannot buy until it is decided';
  return isPaid(order) ? REFUNDED : VOIDED;
}

type Dispute = {
  readonly evidence: string;
  readonly needsConsent: boolean;
  readonly isDelivered: boolean;
  /** Includes the currency; `fee` is empty if the acquirer charges none. */
  readonly amount: string;
  readonly fee: string;
};

/**
 * Only disputes of delivered orders are answered automatically, and only if no answer was sent yet and the answer costs no
 * extra fee.
 */
export function describeDisputeExpiry({ evidence, needsConsent, isDelivered, amount, fee }: Dispute): string {
  if (isDelivered && !needsConsent && (evidence === 'none' || evidence === 'sending'))
    return 'our records are sent automatically after half of the time to respond';
  return `no evidence is sent, and ${amount}${fee === '' ? '' : ` with a fee of ${fee}`} are most likely lost`;
}
