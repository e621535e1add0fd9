import { isPaid, type Order } from '../../purchase/order/order.ts';
import { isLapsingHold } from '../../purchase/order/stateClocks.ts';

/** What happens at the deadline of a decision that is not made: the same words in every list and on every page. */
const VOIDED = 'the authorization is voided and the order is cancelled';
const REFUNDED = 'the money is refunded';

export const IF_NOBODY_ACTS = {
  unmatched: 'the payment stays unmatched, and the person on duty is alerted',
  refund: 'the 24-hour refund promise is missed',
  request: 'the request lapses, and nothing is done',
} as const;

export function ifNobodyReleases(order: Order): string {
  return isLapsingHold(order) ? VOIDED : 'the order stays on hold, and the person on duty is alerted';
}

/** `order`: the one that waits for the answer about its buyer. */
export function ifNobodyAnswers(order: Pick<Order, 'captured' | 'received'> | undefined): string {
  if (!order) return 'the buyer cannot buy until it is decided';
  return isPaid(order) ? REFUNDED : VOIDED;
}

type Dispute = {
  readonly evidence: string;
  readonly needsConsent: boolean;
  readonly isDelivered: boolean;
  /** With its currency; `fee` is empty where the acquirer charges none. */
  readonly amount: string;
  readonly fee: string;
};

/** Only a delivered order is answered automatically, and nothing that costs a fee of its own. */
export function ifNobodyContests({ evidence, needsConsent, isDelivered, amount, fee }: Dispute): string {
  if (isDelivered && !needsConsent && (evidence === 'none' || evidence === 'sending'))
    return 'our records are sent automatically at half of the time';
  return `no evidence is sent, and ${amount}${fee === '' ? '' : ` with a fee of ${fee}`} are most likely lost`;
}
