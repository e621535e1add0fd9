import type { CardRefusal } from '../cardPort.ts';
import type { ErrorAnswer, PaymentIntentAnswer } from './answers.ts';

/**
 * Issuers' decline codes (docs.stripe.com/declines/codes) and the codes of card errors (docs.stripe.com/error-codes). A
 * card error with any other code is `declined`.
 */
const DECLINES: Readonly<Record<string, CardRefusal>> = {
  insufficient_funds: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_address: 'incorrect_details',
  incorrect_cvc: 'incorrect_details',
  incorrect_number: 'incorrect_details',
  incorrect_zip: 'incorrect_details',
  invalid_account: 'incorrect_details',
  invalid_cvc: 'incorrect_details',
  invalid_expiry_month: 'incorrect_details',
  invalid_expiry_year: 'incorrect_details',
  invalid_number: 'incorrect_details',
  authentication_not_handled: 'authentication_failed',
  authentication_required: 'authentication_failed',
  mobile_device_authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  approve_with_id: 'try_again_later',
  card_decline_rate_limit_exceeded: 'try_again_later',
  issuer_not_available: 'try_again_later',
  processing_error: 'try_again_later',
  reenter_transaction: 'try_again_later',
  try_again_later: 'try_again_later',
};

/** Returns why the card was refused; the issuer's decline code takes precedence over the error's code. */
export function toCardErrorRefusal(error: ErrorAnswer): CardRefusal {
  return DECLINES[error.decline_code ?? ''] ?? DECLINES[error.code ?? ''] ?? 'declined';
}

/**
 * Codes of requests that Stripe rejects (docs.stripe.com/error-codes). A request rejected with any other code is
 * `invalid_request`.
 */
const REQUEST_REFUSALS: Readonly<Record<string, CardRefusal>> = {
  charge_already_captured: 'already_captured',
  capture_charge_authorization_expired: 'authorization_expired',
  charge_expired_for_capture: 'authorization_expired',
  charge_already_refunded: 'exceeds_captured',
};

/** Refusal for each payment status that does not allow the operation. */
const STATE_REFUSALS: Readonly<Record<string, CardRefusal>> = {
  succeeded: 'already_captured',
  canceled: 'already_voided',
};

export type RequestError = {
  readonly code?: string | undefined;
  readonly param?: string | undefined;
  readonly paymentIntent?: Pick<PaymentIntentAnswer, 'status' | 'cancellation_reason'> | undefined;
};

export function toRequestErrorRefusal(error: RequestError, operation: 'refund' | 'other'): CardRefusal {
  if (error.code === 'payment_intent_unexpected_state' && error.paymentIntent) {
    if (isAuthorizationExpired(error.paymentIntent)) return 'authorization_expired';
    return STATE_REFUSALS[error.paymentIntent.status] ?? 'invalid_request';
  }
  // For a refund of more than the remaining amount, Stripe reports only the parameter and no code.
  if (operation === 'refund' && error.code === undefined && error.param === 'amount') return 'exceeds_captured';
  return REQUEST_REFUSALS[error.code ?? ''] ?? 'invalid_request';
}

/** Returns true if Stripe canceled the payment because the authorization was not captured in time. */
export function isAuthorizationExpired(intent: Pick<PaymentIntentAnswer, 'status' | 'cancellation_reason'>): boolean {
  const reason = intent.cancellation_reason ?? '';
  return intent.status === 'canceled' && (reason === 'automatic' || reason === 'expired');
}
