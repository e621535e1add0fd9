import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { AccountChange } from '../accountChange.ts';
import {
  formBoolean,
  formCurrency,
  formInteger,
  formList,
  formMetadata,
  formSetupUsage,
  parseForm,
} from '../formParameters.ts';
import { createTokenFromHelper } from '../payments/confirmationTokens.ts';
import { cancelIntent, captureHold } from '../payments/holds.ts';
import { type Confirmation, confirmIntent, createIntent } from '../payments/paymentIntents.ts';
import { requireStored } from '../requireStored.ts';
import type { StripeAccount } from '../stripeAccount.ts';
import { createParameterError } from '../stripeApiError.ts';
import type { StripeObject } from '../wire/findObject.ts';
import { toStripePaymentIntent } from '../wire/payments.ts';
import { answerChange, answerRead, type Call, checkSecretKey } from './answerCalls.ts';
import { paginateList } from './paginateList.ts';

const confirmFields = {
  payment_method: z.string().optional(),
  confirmation_token: z.string().optional(),
  return_url: z.url().optional(),
  use_stripe_sdk: formBoolean.optional(),
  error_on_requires_action: formBoolean.optional(),
  setup_future_usage: formSetupUsage.optional(),
  off_session: formBoolean.optional(),
};

const createSchema = z.strictObject({
  ...confirmFields,
  amount: formInteger,
  currency: formCurrency,
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: formBoolean, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  allowed_payment_method_types: formList.optional(),
  payment_method_options: z
    .strictObject({
      card: z.strictObject({ request_three_d_secure: z.enum(['any', 'automatic', 'challenge']).optional() }).optional(),
    })
    .optional(),
  confirm: formBoolean.optional(),
  customer: z.string().optional(),
  description: z.string().max(1_000).optional(),
  metadata: formMetadata.optional(),
});

const confirmSchema = z.strictObject(confirmFields);
const listSchema = z.strictObject({
  customer: z.string().optional(),
  limit: formInteger.optional(),
  starting_after: z.string().optional(),
});
const captureSchema = z.strictObject({ amount_to_capture: formInteger.optional() });
const cancelSchema = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});

/** Registers the PaymentIntents and confirmation tokens that a shop's server uses (docs.stripe.com/api/payment_intents). */
export function installPaymentRoutes(app: FastifyInstance, account: StripeAccount): void {
  const actions: Readonly<Record<string, (change: AccountChange, call: Call) => StripeObject>> = {
    '/v1/payment_intents': handleCreate,
    '/v1/payment_intents/:id/confirm': handleConfirm,
    '/v1/payment_intents/:id/capture': handleCapture,
    '/v1/payment_intents/:id/cancel': handleCancel,
    '/v1/test_helpers/confirmation_tokens': (change, { form }) => change.find(createTokenFromHelper(change, form).id),
  };
  for (const [path, act] of Object.entries(actions)) {
    app.post(path, async (request, reply) => {
      checkSecretKey(request);
      await answerChange(account, request, reply, act);
      return reply;
    });
  }

  app.get('/v1/payment_intents', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ form }) => listIntents(account, form));
    return reply;
  });
}

function handleCreate(change: AccountChange, { form }: Call): StripeObject {
  const input = parseForm(createSchema, form);
  if (input.confirm !== true && input.confirmation_token !== undefined) {
    throw createParameterError('You must set `confirm=true` to use `confirmation_token`.', {
      param: 'confirmation_token',
    });
  }
  if (input.automatic_payment_methods && input.allowed_payment_method_types) {
    throw createParameterError(
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
      {
        code: 'parameters_exclusive',
      },
    );
  }
  if (input.allowed_payment_method_types?.some((type) => type !== 'card')) {
    throw createParameterError('This account accepts only cards.', { param: 'allowed_payment_method_types' });
  }
  const confirmation = buildConfirmation(input);
  if (input.confirm) requireReturnUrl(input.automatic_payment_methods ?? null, confirmation);
  const intent = createIntent(change, {
    amount: input.amount,
    currency: input.currency,
    captureMethod: input.capture_method ?? 'automatic_async',
    customer: input.customer ?? null,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    automaticPaymentMethods:
      input.automatic_payment_methods ?? (input.allowed_payment_method_types ? null : { enabled: true }),
    setupFutureUsage: input.setup_future_usage ?? null,
  });
  if (input.confirm) confirmIntent(change, intent, confirmation);
  return change.find(intent.id);
}

/** Requires a return URL for methods that may redirect. */
function requireReturnUrl(
  automatic: { enabled: boolean; allow_redirects?: string | undefined } | null,
  { returnUrl }: Confirmation,
): void {
  if (!automatic?.enabled || automatic.allow_redirects === 'never' || returnUrl !== undefined) return;
  throw createParameterError(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
    { param: 'return_url' },
  );
}

function buildConfirmation(form: z.output<typeof confirmSchema>): Confirmation {
  return {
    confirmationToken: form.confirmation_token,
    paymentMethod: form.payment_method,
    returnUrl: form.return_url,
    useStripeSdk: form.use_stripe_sdk ?? false,
    errorOnRequiresAction: form.error_on_requires_action ?? form.off_session ?? false,
    setupFutureUsage: form.setup_future_usage,
  };
}

function handleConfirm(change: AccountChange, { form, params }: Call): StripeObject {
  const confirmation = buildConfirmation(parseForm(confirmSchema, form));
  const intent = requireStored(change.state.paymentIntents, params.id ?? '', 'payment_intent');
  confirmIntent(change, intent, confirmation);
  return change.find(intent.id);
}

function handleCapture(change: AccountChange, { form, params }: Call): StripeObject {
  const { amount_to_capture: amount } = parseForm(captureSchema, form);
  const intent = requireStored(change.state.paymentIntents, params.id ?? '', 'payment_intent');
  captureHold(change, intent, amount);
  return change.find(intent.id);
}

function handleCancel(change: AccountChange, { form, params }: Call): StripeObject {
  const { cancellation_reason: reason } = parseForm(cancelSchema, form);
  const intent = requireStored(change.state.paymentIntents, params.id ?? '', 'payment_intent');
  cancelIntent(change, intent, reason ?? null);
  return change.find(intent.id);
}

function listIntents(account: StripeAccount, form: Record<string, unknown>): Stripe.ApiList<Stripe.PaymentIntent> {
  const page = parseForm(listSchema, form);
  const found = Object.values(account.state.paymentIntents)
    .filter((intent) => page.customer === undefined || intent.customer === page.customer)
    .toReversed()
    .map(toStripePaymentIntent);
  return paginateList(found, '/v1/payment_intents', page);
}
