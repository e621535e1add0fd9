import type { AccountChange } from '../accountChange.ts';
import type {
  ChargeRecord,
  Metadata,
  PaymentIntentRecord,
  PaymentMethodRecord,
  SetupFutureUsage,
} from '../accountState.ts';
import { type Decline, getTestCard } from '../cards/testCards.ts';
import { computeMinimumCharge, getAmountStep, getMinorDigits } from '../currencies.ts';
import { requireStored } from '../requireStored.ts';
import { createNotFoundError, createParameterError, StripeApiError } from '../stripeApiError.ts';
import { createStripeId, generateRandomLetters } from '../stripeIds.ts';
import { toStripePaymentMethod } from '../wire/methods.ts';
import { toStripePaymentIntent } from '../wire/payments.ts';
import { bookCapture, createUnexpectedStateError } from './holds.ts';
import { resolvePaymentMethod } from './resolvePaymentMethod.ts';

/** Time that card networks hold an e-commerce payment (docs.stripe.com/payments/place-a-hold-on-a-payment-method). */
export const HOLD_SECONDS = 7 * 86_400;

export type IntentInput = {
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

export function createIntent(change: AccountChange, input: IntentInput): PaymentIntentRecord {
  checkAmount(input.amount, input.currency);
  if (input.customer !== null && !Object.hasOwn(change.state.customers, input.customer)) {
    throw createNotFoundError('customer', input.customer, 'customer');
  }
  const id = createStripeId('pi');
  const intent: PaymentIntentRecord = {
    id,
    created: change.now,
    amount: input.amount,
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: input.automaticPaymentMethods,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: input.captureMethod,
    client_secret: `${id}_secret_${generateRandomLetters(25)}`,
    currency: input.currency,
    customer: input.customer,
    description: input.description,
    last_payment_error: null,
    latest_charge: null,
    metadata: input.metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    setup_future_usage: input.setupFutureUsage,
    status: 'requires_payment_method',
  };
  change.state.paymentIntents[id] = intent;
  change.raise('payment_intent.created', id);
  return intent;
}

function checkAmount(amount: number, currency: string): void {
  if (amount < computeMinimumCharge(currency)) {
    throw createParameterError(`Amount must be at least ${computeMinimumCharge(currency)} ${currency}.`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > 99_999_999 * (getMinorDigits(currency) === 3 ? 10 : 1)) {
    throw createParameterError('Amount must be no more than 99,999,999 minor units.', {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  if (amount % getAmountStep(currency) !== 0) {
    throw createParameterError(
      `Invalid amount. Amounts in ${currency.toUpperCase()} must be evenly divisible by ${getAmountStep(currency)}. See https://stripe.com/docs/currencies#special-cases for more information.`,
      { code: 'invalid_charge_amount_no_decimal_compatible', param: 'amount' },
    );
  }
}

/** Confirms a payment: charges or declines its card, or requires 3-D Secure. Throws Stripe's card error for a decline. */
export function confirmIntent(change: AccountChange, intent: PaymentIntentRecord, confirmation: Confirmation): void {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation') {
    throw createUnexpectedStateError(intent, 'confirmed', 'requires_payment_method, requires_confirmation');
  }
  intent.setup_future_usage = confirmation.setupFutureUsage ?? intent.setup_future_usage;
  const method = resolvePaymentMethod(change, intent, confirmation);
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  // A wallet has already authenticated the cardholder on their device.
  if (getTestCard(method.behaviour).authentication === 'required' && !method.card.wallet) {
    if (confirmation.errorOnRequiresAction) {
      declineIntent(change, intent, method, {
        code: 'authentication_required',
        declineCode: 'authentication_required',
        message: 'Your card was declined. This transaction requires authentication.',
      });
    }
    requireAuthentication(change, intent, confirmation);
    return;
  }
  chargeIntent(change, intent, method, false);
}

function requireAuthentication(change: AccountChange, intent: PaymentIntentRecord, confirmation: Confirmation): void {
  const id = createStripeId('src');
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

/** Applies the result of 3-D Secure. Ignores a repeated result, and a payment that no longer waits for authentication. */
export function finishAuthentication(
  change: AccountChange,
  authenticationId: string,
  passed: boolean,
): PaymentIntentRecord {
  const authentication = requireStored(change.state.authentications, authenticationId, 'source');
  const intent = requireStored(change.state.paymentIntents, authentication.payment_intent, 'payment_intent');
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
    // A decline after the authentication changes the payment's state, and is not an error of this call.
    if (!(error instanceof StripeApiError)) throw error;
  }
  return intent;
}

function chargeIntent(
  change: AccountChange,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  authenticated: boolean,
): void {
  const { decline } = getTestCard(method.behaviour);
  const charge = createCharge(change, intent, method, decline, authenticated);
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
    bookCapture(change, intent, charge, intent.amount);
    change.raise('payment_intent.succeeded', intent.id);
  }
}

function createCharge(
  change: AccountChange,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  decline: Decline | undefined,
  authenticated: boolean,
): ChargeRecord {
  const charge: ChargeRecord = {
    id: createStripeId('ch'),
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
  change: AccountChange,
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
  intent.last_payment_error = { ...error, payment_method: toStripePaymentMethod(method) };
  if (charge) change.raise('charge.failed', charge.id);
  change.raise('payment_intent.payment_failed', intent.id);
  throw new StripeApiError(402, {
    ...error,
    payment_intent: toStripePaymentIntent(intent),
    payment_method: toStripePaymentMethod(method),
  });
}
