import type { CallData } from '@slipway/contract/calls.ts';
import { getPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';

export type Checkout = CallData<'checkoutInfo'>;

export type CheckoutStep =
  /** The server or the acquirer is processing. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'act'; readonly clientSecret: string }
  /** The card was declined; payment attempts are left. */
  | { readonly kind: 'declined'; readonly reason: string; readonly triesLeft: number }
  /** The order has another status and is shown on Payment Status. */
  | { readonly kind: 'leave' };

/** Returns the payment screen's next step after the buyer pressed Pay; depends only on the server's answer. */
export function decideCheckoutStep({ status, nextAction, refusal, triesLeft }: Checkout): CheckoutStep {
  if (status === 'authorizing') {
    return nextAction ? { kind: 'act', clientSecret: nextAction.clientSecret } : { kind: 'wait' };
  }
  if (status === 'awaiting_payment') return { kind: 'declined', reason: refusal ?? 'declined', triesLeft };
  return { kind: 'leave' };
}

/**
 * Returns the screen's initial state: a payment in progress is polled; for an order that cannot be paid the screen does not
 * ask for a card.
 */
export function decideInitialState({ status, payMethod }: Checkout): 'payable' | 'underway' | 'elsewhere' {
  if (status === 'authorizing' || status === 'capturing') return 'underway';
  return status === 'awaiting_payment' && getPayMethodTraits(payMethod).payPage === '/select-card'
    ? 'payable'
    : 'elsewhere';
}
