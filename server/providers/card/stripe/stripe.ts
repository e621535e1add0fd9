import type Stripe from 'stripe';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { AuthorizeRequest, CardAcquirer, CardDetails, CardRefusal } from '../cardPort.ts';
import { createAfterCapture } from './afterCapture.ts';
import { confirmationTokenAnswer, customerAnswer, paymentIntentAnswer, paymentMethodListAnswer } from './answers.ts';
import { listBalanceLines } from './balance.ts';
import { ask, cannotCarry, createStripeClient, isMissing, orNotFound, outcomeOfError } from './client.ts';
import type { StripeConfig } from './manifest.ts';
import { toCardDetails, toCardPayment, toWallet } from './map.ts';
import { type StripeAmount, toFieldsAmount, toStripeAmount } from './stripeAmounts.ts';
import { createWebhookVerifier } from './webhook.ts';

/** With the charge come the card and the time when the hold lapses, with its balance line Stripe's fee. */
const EXPAND = ['latest_charge.balance_transaction'];

/** A customer keeps at most this many cards in a page, which is more than any buyer has. */
const CARDS_PER_PAGE = 100;

/**
 * Stripe's PaymentIntents with manual capture (docs.stripe.com/payments/place-a-hold-on-a-payment-method,
 * docs.stripe.com/payments/build-a-two-step-confirmation, API 2026-10-28.endive).
 */
export function createStripeAcquirer(config: StripeConfig, now: () => Date = () => new Date()): CardAcquirer {
  const stripe = createStripeClient(config);
  const askPayment = (kind: 'read' | 'act', call: () => Promise<unknown>) =>
    ask(kind, paymentIntentAnswer, call, toCardPayment);

  return {
    ...createAfterCapture(stripe),
    id: 'stripe',
    browser: browserSide(config),
    verifyWebhook: createWebhookVerifier(stripe, config.webhookSecret, now),

    async createCustomer({ idempotencyKey, buyerId, email }) {
      const call = () => stripe.customers.create({ email, metadata: { buyerId } }, { idempotencyKey });
      const outcome = await ask('act', customerAnswer, call, ({ id }) => ({ customerId: id }));
      return outcome.kind === 'refused' ? { kind: 'unavailable', retryAfterMs: 60_000, detail: why(outcome) } : outcome;
    },

    async authorize(request) {
      const amount = toStripeAmount(request.amount);
      if (!amount) return cannotCarry(request.amount.asset.code);
      const unfit = await refuseOtherSource(stripe, request);
      if (unfit) return unfit;
      const { idempotencyKey } = request;
      return askPayment('act', () => stripe.paymentIntents.create(authorization(request, amount), { idempotencyKey }));
    },

    async capture({ idempotencyKey, paymentId, amount }) {
      const asked = toStripeAmount(amount);
      if (!asked) return cannotCarry(amount.asset.code);
      return askPayment('act', () =>
        stripe.paymentIntents.capture(
          paymentId,
          { amount_to_capture: asked.amount, expand: EXPAND },
          { idempotencyKey },
        ),
      );
    },

    async void({ idempotencyKey, paymentId }) {
      return askPayment('act', () =>
        stripe.paymentIntents.cancel(
          paymentId,
          { cancellation_reason: 'requested_by_customer', expand: EXPAND },
          { idempotencyKey },
        ),
      );
    },

    async getPayment(paymentId) {
      const outcome = await askPayment('read', () => stripe.paymentIntents.retrieve(paymentId, { expand: EXPAND }));
      return orNotFound(outcome);
    },

    listBalanceLines: (request) => listBalanceLines(stripe, request),
    listCards: (customerId) => listCards(stripe, customerId),
    forgetCard: (paymentMethodId) => forgetCard(stripe, paymentMethodId),
  };
}

function authorization(request: AuthorizeRequest, amount: StripeAmount): Stripe.PaymentIntentCreateParams {
  const { source } = request;
  const method =
    source.kind === 'confirmation_token'
      ? { confirmation_token: source.token }
      : { payment_method: source.paymentMethodId };
  return {
    ...amount,
    ...method,
    ...(source.customerId === undefined ? {} : { customer: source.customerId }),
    // A saved card is saved already, and without a customer there is nobody to save it for.
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
 * The fee of an order is its method's: what was priced for a wallet is not paid with a typed card. Only an explicit word
 * of Stripe refuses; a token that it no longer knows may have made its payment already, which the key of idempotency tells.
 */
async function refuseOtherSource(
  stripe: Stripe,
  { wallet, source }: AuthorizeRequest,
): Promise<Outcome<never, CardRefusal> | undefined> {
  if (!wallet) return undefined;
  if (source.kind !== 'confirmation_token') return refused('invalid_request', `not a token of ${wallet}`);
  const call = () => stripe.confirmationTokens.retrieve(source.token);
  const outcome = await ask('read', confirmationTokenAnswer, call, ({ payment_method_preview: preview }) => ({
    wallet: toWallet(preview?.card ?? {}),
  }));
  if (outcome.kind === 'refused') return undefined;
  if (outcome.kind !== 'ok') return outcome;
  return outcome.value.wallet === wallet ? undefined : refused('invalid_request', `not a token of ${wallet}`);
}

async function listCards(stripe: Stripe, customerId: string): Promise<Outcome<readonly CardDetails[]>> {
  const call = () => stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: CARDS_PER_PAGE });
  const outcome = await ask('read', paymentMethodListAnswer, call, ({ data }) =>
    data.map(toCardDetails).filter((card) => card !== undefined),
  );
  if (outcome.kind !== 'refused') return outcome;
  // A customer that Stripe no longer has keeps no cards; another refusal is none of the buyer's doing.
  return outcome.detail?.includes('resource_missing')
    ? ok([])
    : { kind: 'unavailable', retryAfterMs: 60_000, detail: why(outcome) };
}

async function forgetCard(stripe: Stripe, paymentMethodId: string): Promise<Outcome<void, 'not_found'>> {
  try {
    await stripe.paymentMethods.detach(paymentMethodId);
    return ok(undefined);
  } catch (error) {
    if (isMissing(error)) return refused('not_found');
    const outcome = outcomeOfError('act', error);
    // Stripe also refuses to detach a card that is attached to nobody: it is forgotten already.
    return outcome.kind === 'refused' ? refused('not_found', outcome.detail) : outcome;
  }
}

function why(outcome: { readonly reason: string; readonly detail?: string }): string {
  return outcome.detail ?? outcome.reason;
}

/** docs.stripe.com/security/guide#content-security-policy; a script of another origin brings its frames along. */
function browserSide(config: StripeConfig): CardAcquirer['browser'] {
  const scriptOrigin = new URL(config.scriptUrl).origin;
  const isVendor = scriptOrigin === 'https://js.stripe.com';
  const scriptOrigins = isVendor ? [scriptOrigin, 'https://*.js.stripe.com'] : [scriptOrigin];
  return {
    scriptUrl: config.scriptUrl,
    publicKey: config.publishableKey,
    scriptOrigins,
    frameOrigins: isVendor ? [...scriptOrigins, 'https://hooks.stripe.com'] : scriptOrigins,
    fieldsAmount: toFieldsAmount,
    connectOrigins: [...new Set([new URL(config.apiUrl).origin, ...(isVendor ? [] : [scriptOrigin])])],
  };
}
