import type Stripe from 'stripe';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { AuthorizeRequest, CardAcquirer, CardRefusal } from '../cardPort.ts';
import { createAfterCapture } from './afterCapture.ts';
import { confirmationTokenSchema, customerSchema, paymentIntentSchema } from './answers.ts';
import { getPayout, listBalanceLines, listPayoutLines } from './balance.ts';
import {
  callStripe,
  createStripeClient,
  isNotFoundError,
  mapRefusedToNotFound,
  refuseInexactAmount,
  toErrorOutcome,
} from './client.ts';
import type { StripeConfig } from './manifest.ts';
import { toCardPayment, toWallet } from './map.ts';
import { type StripeAmount, toFieldsAmount, toStripeAmount } from './stripeAmounts.ts';
import { createStripeWebhookVerifier } from './webhook.ts';

/** The charge includes the card and the expiry of the authorization; its balance transaction includes Stripe's fee. */
const EXPAND = ['latest_charge.balance_transaction'];

/**
 * Creates the adapter for Stripe's PaymentIntents with manual capture
 * (docs.stripe.com/payments/place-a-hold-on-a-payment-method, docs.stripe.com/payments/build-a-two-step-confirmation,
 * API 2026-10-28.endive).
 */
export function createStripeAcquirer(config: StripeConfig, now: () => Date = () => new Date()): CardAcquirer {
  const stripe = createStripeClient(config);
  const callPaymentApi = (kind: 'read' | 'act', call: () => Promise<unknown>) =>
    callStripe(kind, paymentIntentSchema, call, toCardPayment);

  return {
    ...createAfterCapture(stripe),
    id: 'stripe',
    browser: buildBrowserConfig(config),
    verifyWebhook: createStripeWebhookVerifier(stripe, config.webhookSecret, now),

    async createCustomer({ idempotencyKey, buyerId, email }) {
      const call = () => stripe.customers.create({ email, metadata: { buyerId } }, { idempotencyKey });
      const outcome = await callStripe('act', customerSchema, call, ({ id }) => ({ customerId: id }));
      return outcome.kind === 'refused'
        ? { kind: 'unavailable', retryAfterMs: 60_000, detail: describeRefusal(outcome) }
        : outcome;
    },

    async authorize(request) {
      const amount = toStripeAmount(request.amount);
      if (!amount) return refuseInexactAmount(request.amount.asset.code);
      const walletRefusal = await refuseOtherWallet(stripe, request);
      if (walletRefusal) return walletRefusal;
      const { idempotencyKey } = request;
      return callPaymentApi('act', () =>
        stripe.paymentIntents.create(buildPaymentIntentParams(request, amount), { idempotencyKey }),
      );
    },

    async capture({ idempotencyKey, paymentId, amount }) {
      const stripeAmount = toStripeAmount(amount);
      if (!stripeAmount) return refuseInexactAmount(amount.asset.code);
      return callPaymentApi('act', () =>
        stripe.paymentIntents.capture(
          paymentId,
          { amount_to_capture: stripeAmount.amount, expand: EXPAND },
          { idempotencyKey },
        ),
      );
    },

    async void({ idempotencyKey, paymentId }) {
      return callPaymentApi('act', () =>
        stripe.paymentIntents.cancel(
          paymentId,
          { cancellation_reason: 'requested_by_customer', expand: EXPAND },
          { idempotencyKey },
        ),
      );
    },

    async getPayment(paymentId) {
      const outcome = await callPaymentApi('read', () => stripe.paymentIntents.retrieve(paymentId, { expand: EXPAND }));
      return mapRefusedToNotFound(outcome);
    },

    listBalanceLines: (request) => listBalanceLines(stripe, request),
    getPayout: (payoutId) => getPayout(stripe, payoutId),
    listPayoutLines: (request) => listPayoutLines(stripe, request),
    forgetCard: (paymentMethodId) => detachCard(stripe, paymentMethodId),
  };
}

function buildPaymentIntentParams(request: AuthorizeRequest, amount: StripeAmount): Stripe.PaymentIntentCreateParams {
  const { source } = request;
  const method =
    source.kind === 'confirmation_token'
      ? { confirmation_token: source.token }
      : { payment_method: source.paymentMethodId };
  return {
    ...amount,
    ...method,
    ...(source.customerId === undefined ? {} : { customer: source.customerId }),
    // Only a new card is saved, and only with a customer.
    ...(request.saveCard && source.kind === 'confirmation_token' && source.customerId !== undefined
      ? { setup_future_usage: 'on_session' as const }
      : {}),
    capture_method: 'manual',
    confirm: true,
    error_on_requires_action: false,
    use_stripe_sdk: true,
    allowed_payment_method_types: ['card'],
    return_url: request.returnUrl,
    metadata: { orderNo: request.orderNo, attemptId: request.attemptId },
    expand: EXPAND,
  };
}

/**
 * Refuses a card that is not from the wallet for which the order was priced, since the fee depends on the payment method.
 * Returns undefined if the payment may be authorized. That includes a token that Stripe no longer knows: the token may
 * have made this payment already, and the idempotency key then returns the same payment.
 */
async function refuseOtherWallet(
  stripe: Stripe,
  { wallet, source }: AuthorizeRequest,
): Promise<Outcome<never, CardRefusal> | undefined> {
  if (!wallet) return undefined;
  if (source.kind !== 'confirmation_token') return refused('invalid_request', `not a token of ${wallet}`);
  const call = () => stripe.confirmationTokens.retrieve(source.token);
  const outcome = await callStripe('read', confirmationTokenSchema, call, ({ payment_method_preview: preview }) => ({
    wallet: toWallet(preview?.card ?? {}),
  }));
  if (outcome.kind === 'refused') return undefined;
  if (outcome.kind !== 'ok') return outcome;
  return outcome.value.wallet === wallet ? undefined : refused('invalid_request', `not a token of ${wallet}`);
}

async function detachCard(stripe: Stripe, paymentMethodId: string): Promise<Outcome<void, 'not_found'>> {
  try {
    await stripe.paymentMethods.detach(paymentMethodId);
    return ok(undefined);
  } catch (error) {
    if (isNotFoundError(error)) return refused('not_found');
    const outcome = toErrorOutcome('act', error);
    // Stripe also refuses to detach a card that is not attached, so it has been removed already.
    return outcome.kind === 'refused' ? refused('not_found', outcome.detail) : outcome;
  }
}

function describeRefusal(outcome: { readonly reason: string; readonly detail?: string }): string {
  return outcome.detail ?? outcome.reason;
}

/**
 * Origins: docs.stripe.com/security/guide#content-security-policy. A script of another origin, such as the sandbox's, also
 * opens its frames and connections there.
 */
function buildBrowserConfig(config: StripeConfig): CardAcquirer['browser'] {
  const scriptOrigin = new URL(config.scriptUrl).origin;
  const isVendor = scriptOrigin === 'https://js.stripe.com';
  const scriptOrigins = isVendor ? [scriptOrigin, 'https://*.js.stripe.com'] : [scriptOrigin];
  return {
    scriptUrl: config.scriptUrl,
    publicKey: config.publishableKey,
    scriptOrigins,
    frameOrigins: isVendor ? [...scriptOrigins, 'https://hooks.stripe.com'] : scriptOrigins,
    toFieldsAmount,
    connectOrigins: [...new Set([new URL(config.apiUrl).origin, ...(isVendor ? [] : [scriptOrigin])])],
  };
}
