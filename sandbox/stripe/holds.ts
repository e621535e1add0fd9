import type { ChargeRecord, DueWork, PaymentIntentRecord } from './account.ts';
import { recordBalance } from './balance.ts';
import type { Change } from './change.ts';
import { amountStep, processingFee } from './currencies.ts';
import { invalidRequest } from './stripeFault.ts';
import { cardBehaviour, type TestCard } from './testCards.ts';
import { paymentIntent } from './wire/payments.ts';

/** Seconds between a capture and what follows from it by itself. */
const AFTERMATH_SECONDS = 2;

const AFTERMATHS = {
  dispute: 'dispute_opens',
  product_dispute: 'product_dispute_opens',
  inquiry: 'inquiry_opens',
  disputes: 'disputes_open',
  fraud_warning: 'fraud_warning',
} as const satisfies Record<NonNullable<TestCard['afterCapture']>, DueWork['kind']>;

export function chargeOf(change: Change, intent: PaymentIntentRecord): ChargeRecord | undefined {
  return intent.latest_charge === null ? undefined : change.state.charges[intent.latest_charge];
}

/** The refusal of an act that the payment's state does not allow, with the payment attached as Stripe does. */
export function unexpectedState(intent: PaymentIntentRecord, verb: string, allowed: string): Error {
  return invalidRequest(
    `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb}: ${allowed}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: paymentIntent(intent) },
  );
}

/** Takes all or part of a hold; the rest is released (docs.stripe.com/payments/place-a-hold-on-a-payment-method). */
export function captureHold(change: Change, intent: PaymentIntentRecord, amount = intent.amount_capturable): void {
  const charge = chargeOf(change, intent);
  if (intent.status !== 'requires_capture' || !charge) {
    throw unexpectedState(intent, 'captured', 'requires_capture');
  }
  if (amount > intent.amount_capturable) {
    throw invalidRequest(
      `The amount (${amount}) could not be captured because it is greater than the amount that is capturable (${intent.amount_capturable}).`,
      { code: 'amount_too_large', param: 'amount_to_capture' },
    );
  }
  if (amount < 1 || amount % amountStep(intent.currency) !== 0) {
    throw invalidRequest('Invalid amount.', { code: 'invalid_charge_amount', param: 'amount_to_capture' });
  }
  takeMoney(change, intent, charge, amount);
  change.raise('charge.captured', charge.id);
  change.raise('payment_intent.succeeded', intent.id);
}

/** Books the money of a hold, or of a charge that is captured at once. */
export function takeMoney(change: Change, intent: PaymentIntentRecord, charge: ChargeRecord, amount: number): void {
  charge.captured = true;
  charge.amount_captured = amount;
  charge.balance_transaction = recordBalance(change, {
    amount,
    fee: processingFee(amount, charge.currency),
    currency: charge.currency,
    source: charge.id,
    type: 'charge',
  });
  intent.status = 'succeeded';
  intent.amount_received = amount;
  intent.amount_capturable = 0;
  scheduleAftermath(change, charge);
}

function scheduleAftermath(change: Change, charge: ChargeRecord): void {
  const behaviour = cardBehaviour(change.state.paymentMethods[charge.payment_method]?.behaviour ?? '');
  if (behaviour.afterCapture === undefined) return;
  const kind = AFTERMATHS[behaviour.afterCapture];
  change.schedule({ at: change.now + AFTERMATH_SECONDS, kind, subject: charge.id });
}

const CANCELABLE: readonly string[] = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

/** Cancels a payment that is not captured; a hold is released with it. */
export function cancelIntent(change: Change, intent: PaymentIntentRecord, reason: string | null): void {
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(intent, 'canceled', CANCELABLE.join(', '));
  }
  releaseHold(change, intent, reason);
  const charge = chargeOf(change, intent);
  if (charge?.status === 'succeeded') change.raise('charge.refunded', charge.id);
  change.raise('payment_intent.canceled', intent.id);
}

/** What the network does to a hold that was not captured in time. */
export function lapseHold(change: Change, intentId: string): void {
  const intent = change.state.paymentIntents[intentId];
  if (intent?.status !== 'requires_capture') return;
  releaseHold(change, intent, 'automatic');
  if (intent.latest_charge !== null) change.raise('charge.expired', intent.latest_charge);
  change.raise('payment_intent.canceled', intent.id);
}

function releaseHold(change: Change, intent: PaymentIntentRecord, reason: string | null): void {
  const charge = chargeOf(change, intent);
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
