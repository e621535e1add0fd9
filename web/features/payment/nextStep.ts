import type { CallData } from '@slipway/contract/calls.ts';
import { traitsOf } from '@slipway/contract/entities/payMethods.ts';

export type Checkout = CallData<'checkoutInfo'>;

export type NextStep =
  /** The server or the acquirer is at work. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'act'; readonly clientSecret: string }
  /** The card was declined and another try is left. */
  | { readonly kind: 'declined'; readonly reason: string; readonly triesLeft: number }
  /** The order has moved on: Payment Status shows it. */
  | { readonly kind: 'leave' };

/** What the payment screen does next, after the buyer pressed Pay. Only the server's word counts. */
export function nextStep({ status, nextAction, refusal, triesLeft }: Checkout): NextStep {
  if (status === 'authorizing') {
    return nextAction ? { kind: 'act', clientSecret: nextAction.clientSecret } : { kind: 'wait' };
  }
  if (status === 'awaiting_payment') return { kind: 'declined', reason: refusal ?? 'declined', triesLeft };
  return { kind: 'leave' };
}

/** How the screen starts: an order whose payment is under way is followed, one that cannot be paid is not asked for a card. */
export function arrival({ status, payMethod }: Checkout): 'payable' | 'underway' | 'elsewhere' {
  if (status === 'authorizing' || status === 'capturing') return 'underway';
  return status === 'awaiting_payment' && traitsOf(payMethod).payPage === '/select-card' ? 'payable' : 'elsewhere';
}
