import type { ChargeRecord, Metadata, PaymentIntentRecord, PaymentMethodRecord, SetupFutureUsage } from './account.ts';
import type { Change } from './change.ts';
import { methodFor } from './confirmedMethods.ts';
import { amountStep, leastCharge, minorDigits } from './currencies.ts';
import { takeMoney, unexpectedState } from './holds.ts';
import { newId, randomLetters } from './ids.ts';
import { lookUp } from './lookUp.ts';
import { badParameter, missing, StripeFault } from './stripeFault.ts';
import { cardBehaviour, type Decline } from './testCards.ts';
import { paymentMethod } from './wire/methods.ts';
import { paymentIntent } from './wire/payments.ts';

/** How long a card network keeps money of an e-commerce payment on hold (docs.stripe.com/payments/place-a-hold-on-a-payment-method). */
export const HOLD_SECONDS = 7 * 86_400;

export type IntentOrder = {
  readonly amount: number;
  readonly currency: string;
  readonly captureMethod: PaymentIntentRecord['capture_method'];
  readonly customer: string | null;
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly automaticPaymentMethods: PaymentIntentRecord['automatic_payment_methods'];
  readonly setupFutureUsage: SetupFutureUsage | null;
};

export type Confirmation = {
  readonly confirmationToken?: string | undefined;
  readonly paymentMethod?: string | undefined;
  readonly returnUrl?: string | undefined;
  readonly useStripeSdk: boolean;
  readonly errorOnRequiresAction: boolean;
  readonly setupFutureUsage?: SetupFutureUsage | undefined;
};

export function createIntent(change: Change, order: IntentOrder): PaymentIntentRecord {
  checkAmount(order.amount, order.currency);
  if (order.customer !== null && !Object.hasOwn(change.state.customers, order.customer)) {
    throw missing('customer', order.customer, 'customer');
  }
  const id = newId('pi');
  const intent: PaymentIntentRecord = {
    id,
    created: change.now,
    amount: order.amount,
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: order.automaticPaymentMethods,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: order.captureMethod,
    client_secret: `${id}_secret_${randomLetters(25)}`,
    currency: order.currency,
    customer: order.customer,
    description: order.description,
    last_payment_error: null,
    latest_charge: null,
    metadata: order.metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    setup_future_usage: order.setupFutureUsage,
    status: 'requires_payment_method',
  };
  change.state.paymentIntents[id] = intent;
  change.raise('payment_intent.created', id);
  return intent;
}

function checkAmount(amount: number, currency: string): void {
  if (amount < leastCharge(currency)) {
    throw badParameter(`Amount must be at least ${leastCharge(currency)} ${currency}.`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > 99_999_999 * (minorDigits(currency) === 3 ? 10 : 1)) {
    throw badParameter('Amount must be no more than 99,999,999 minor units.', {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  if (amount % amountStep(currency) !== 0) {
    throw badParameter(
      `Invalid amount. Amounts in ${currency.toUpperCase()} must be evenly divisible by ${amountStep(currency)}. See https://stripe.com/docs/currencies#special-cases for more information.`,
      { code: 'invalid_charge_amount_no_decimal_compatible', param: 'amount' },
    );
  }
}

/** Charges, declines or asks the buyer to authenticate. A decline throws Stripe's card error. */
export function confirmIntent(change: Change, intent: PaymentIntentRecord, confirmation: Confirmation): void {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation') {
    throw unexpectedState(intent, 'confirmed', 'requires_payment_method, requires_confirmation');
  }
  intent.setup_future_usage = confirmation.setupFutureUsage ?? intent.setup_future_usage;
  const method = methodFor(change, intent, confirmation);
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  // A wallet's cardholder has proved who they are on their device.
  if (cardBehaviour(method.behaviour).authentication === 'required' && !method.card.wallet) {
    if (confirmation.errorOnRequiresAction) {
      declineIntent(change, intent, method, {
        code: 'authentication_required',
        declineCode: 'authentication_required',
        message: 'Your card was declined. This transaction requires authentication.',
      });
    }
    askForAuthentication(change, intent, confirmation);
    return;
  }
  chargeIntent(change, intent, method, false);
}

function askForAuthentication(change: Change, intent: PaymentIntentRecord, confirmation: Confirmation): void {
  const id = newId('src');
  const url = `${change.ownUrl}/3ds/${id}`;
  const redirect = confirmation.useStripeSdk ? null : (confirmation.returnUrl ?? null);
  change.state.authentications[id] = { id, payment_intent: intent.id, return_url: redirect, outcome: 'open' };
  intent.status = 'requires_action';
  intent.next_action =
    redirect === null
      ? {
          type: 'use_stripe_sdk',
          use_stripe_sdk: { type: 'three_d_secure_redirect', source: id, stripe_js: url },
        }
      : { type: 'redirect_to_url', redirect_to_url: { return_url: redirect, url } };
  change.raise('payment_intent.requires_action', intent.id);
}

/** The buyer's answer to 3-D Secure; it counts once, and not at all when the payment went elsewhere meanwhile. */
export function finishAuthentication(change: Change, authenticationId: string, passed: boolean): PaymentIntentRecord {
  const authentication = lookUp(change.state.authentications, authenticationId, 'source');
  const intent = lookUp(change.state.paymentIntents, authentication.payment_intent, 'payment_intent');
  const method = intent.payment_method === null ? undefined : change.state.paymentMethods[intent.payment_method];
  if (authentication.outcome !== 'open' || intent.status !== 'requires_action' || !method) return intent;
  authentication.outcome = passed ? 'succeeded' : 'failed';
  intent.next_action = null;
  try {
    if (passed) {
      chargeIntent(change, intent, method, true);
    } else {
      declineIntent(change, intent, method, {
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      });
    }
  } catch (error) {
    // A decline after the authentication is the payment's own state now, not an error of the buyer's answer.
    if (!(error instanceof StripeFault)) throw error;
  }
  return intent;
}

function chargeIntent(
  change: Change,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  authenticated: boolean,
): void {
  const { decline } = cardBehaviour(method.behaviour);
  const charge = writeCharge(change, intent, method, decline, authenticated);
  if (decline) declineIntent(change, intent, method, decline, charge);
  intent.latest_charge = charge.id;
  if (intent.setup_future_usage !== null && intent.customer !== null && method.customer === null) {
    method.customer = intent.customer;
    change.raise('payment_method.attached', method.id);
  }
  change.raise('charge.succeeded', charge.id);
  if (intent.capture_method === 'manual') {
    intent.status = 'requires_capture';
    intent.amount_capturable = intent.amount;
    change.schedule({ at: change.now + HOLD_SECONDS, kind: 'hold_lapses', subject: intent.id });
    change.raise('payment_intent.amount_capturable_updated', intent.id);
  } else {
    takeMoney(change, intent, charge, intent.amount);
    change.raise('payment_intent.succeeded', intent.id);
  }
}

function writeCharge(
  change: Change,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  decline: Decline | undefined,
  authenticated: boolean,
): ChargeRecord {
  const charge: ChargeRecord = {
    id: newId('ch'),
    created: change.now,
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    balance_transaction: null,
    captured: false,
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    decline_code: decline?.declineCode ?? null,
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method: method.id,
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
    capture_before: decline || intent.capture_method !== 'manual' ? null : change.now + HOLD_SECONDS,
    authenticated,
  };
  change.state.charges[charge.id] = charge;
  return charge;
}

function declineIntent(
  change: Change,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  decline: Decline,
  charge?: ChargeRecord,
): never {
  const error = {
    type: 'card_error' as const,
    code: decline.code,
    ...(decline.declineCode === undefined ? {} : { decline_code: decline.declineCode }),
    message: decline.message,
    ...(charge ? { charge: charge.id } : {}),
  };
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.latest_charge = charge?.id ?? intent.latest_charge;
  intent.last_payment_error = { ...error, payment_method: paymentMethod(method) };
  if (charge) change.raise('charge.failed', charge.id);
  change.raise('payment_intent.payment_failed', intent.id);
  throw new StripeFault(402, {
    ...error,
    payment_intent: paymentIntent(intent),
    payment_method: paymentMethod(method),
  });
}
