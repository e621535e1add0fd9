import type { AccountChange } from '../accountChange.ts';
import type { ChargeRecord, PaymentIntentRecord, ScheduledWork } from '../accountState.ts';
import { recordBalanceTransaction } from '../balance/balanceTransactions.ts';
import { getTestCard, type TestCard } from '../cards/testCards.ts';
import { computeProcessingFee, getAmountStep } from '../currencies.ts';
import { createInvalidRequestError } from '../stripeApiError.ts';
import { toStripePaymentIntent } from '../wire/payments.ts';

/** Delay between a capture and the dispute or warning that some test cards cause. */
const CAPTURE_EFFECT_SECONDS = 2;

const CAPTURE_EFFECTS = {
  dispute: 'dispute_opens',
  product_dispute: 'product_dispute_opens',
  inquiry: 'inquiry_opens',
  disputes: 'disputes_open',
  fraud_warning: 'fraud_warning',
} as const satisfies Record<NonNullable<TestCard['afterCapture']>, ScheduledWork['kind']>;

export function findCharge(change: AccountChange, intent: PaymentIntentRecord): ChargeRecord | undefined {
  return intent.latest_charge === null ? undefined : change.state.charges[intent.latest_charge];
}

/** Returns the error for an action that the payment's state does not allow, with the payment attached, as Stripe does. */
export function createUnexpectedStateError(intent: PaymentIntentRecord, verb: string, allowed: string): Error {
  return createInvalidRequestError(
    `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb}: ${allowed}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: toStripePaymentIntent(intent) },
  );
}

/** Captures all or part of a hold and releases the rest (docs.stripe.com/payments/place-a-hold-on-a-payment-method). */
export function captureHold(
  change: AccountChange,
  intent: PaymentIntentRecord,
  amount = intent.amount_capturable,
): void {
  const charge = findCharge(change, intent);
  if (intent.status !== 'requires_capture' || !charge) {
    throw createUnexpectedStateError(intent, 'captured', 'requires_capture');
  }
  if (amount > intent.amount_capturable) {
    throw createInvalidRequestError(
      `The amount (${amount}) could not be captured because it is greater than the amount that is capturable (${intent.amount_capturable}).`,
      { code: 'amount_too_large', param: 'amount_to_capture' },
    );
  }
  if (amount < 1 || amount % getAmountStep(intent.currency) !== 0) {
    throw createInvalidRequestError('Invalid amount.', { code: 'invalid_charge_amount', param: 'amount_to_capture' });
  }
  bookCapture(change, intent, charge, amount);
  change.raise('charge.captured', charge.id);
  change.raise('payment_intent.succeeded', intent.id);
}

/** Books the money of a captured hold, or of an immediately captured charge. */
export function bookCapture(
  change: AccountChange,
  intent: PaymentIntentRecord,
  charge: ChargeRecord,
  amount: number,
): void {
  charge.captured = true;
  charge.amount_captured = amount;
  charge.balance_transaction = recordBalanceTransaction(change, {
    amount,
    fee: computeProcessingFee(amount, charge.currency),
    currency: charge.currency,
    source: charge.id,
    type: 'charge',
  });
  intent.status = 'succeeded';
  intent.amount_received = amount;
  intent.amount_capturable = 0;
  scheduleCaptureEffects(change, charge);
}

function scheduleCaptureEffects(change: AccountChange, charge: ChargeRecord): void {
  const behaviour = getTestCard(change.state.paymentMethods[charge.payment_method]?.behaviour ?? '');
  if (behaviour.afterCapture === undefined) return;
  const kind = CAPTURE_EFFECTS[behaviour.afterCapture];
  change.schedule({ at: change.now + CAPTURE_EFFECT_SECONDS, kind, subject: charge.id });
}

const CANCELABLE: readonly string[] = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

/** Cancels an uncaptured payment and releases its hold. */
export function cancelIntent(change: AccountChange, intent: PaymentIntentRecord, reason: string | null): void {
  if (!CANCELABLE.includes(intent.status)) {
    throw createUnexpectedStateError(intent, 'canceled', CANCELABLE.join(', '));
  }
  releaseHold(change, intent, reason);
  const charge = findCharge(change, intent);
  if (charge?.status === 'succeeded') change.raise('charge.refunded', charge.id);
  change.raise('payment_intent.canceled', intent.id);
}

/** Releases a hold that was not captured in time, as the card network does. */
export function lapseHold(change: AccountChange, intentId: string): void {
  const intent = change.state.paymentIntents[intentId];
  if (intent?.status !== 'requires_capture') return;
  releaseHold(change, intent, 'automatic');
  if (intent.latest_charge !== null) change.raise('charge.expired', intent.latest_charge);
  change.raise('payment_intent.canceled', intent.id);
}

function releaseHold(change: AccountChange, intent: PaymentIntentRecord, reason: string | null): void {
  const charge = findCharge(change, intent);
  if (charge?.status === 'succeeded') {
    charge.amount_refunded = charge.amount;
    charge.refunded = true;
  }
  intent.status = 'canceled';
  intent.amount_capturable = 0;
  intent.canceled_at = change.now;
  intent.cancellation_reason = reason;
  intent.next_action = null;
}
