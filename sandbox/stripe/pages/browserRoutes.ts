import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { credentials } from '../../world/credentials.ts';
import { decodeForm, formCurrency, formInteger, parseForm } from '../formParameters.ts';
import { createTokenFromCard } from '../payments/confirmationTokens.ts';
import { createTokenFromWallet, isWalletTokenRequest, walletSchema } from '../payments/walletTokens.ts';
import { requireStored } from '../requireStored.ts';
import { answerChange, answerRead, type Call, checkSecretKey } from '../routes/answerCalls.ts';
import type { StripeAccount } from '../stripeAccount.ts';
import { createUnauthorizedError, StripeApiError } from '../stripeApiError.ts';
import { requireObject } from '../wire/findObject.ts';
import { toStripePaymentIntent } from '../wire/payments.ts';
import { buildStripeScript } from './buildStripeScript.ts';
import { walletPage } from './walletPage.ts';

/** The script is served at the path of each Stripe.js version. */
const SCRIPT_PATHS = ['/v3/stripe.js', '/endive/stripe.js'] as const;

/** Files that the frames load: URL path, file name and content type. */
const FILES = [
  ['/elements/frameChannel.js', 'frameChannel.js', 'text/javascript'],
  ['/elements/card.js', 'card.js', 'text/javascript'],
  ['/elements/cardFields.js', 'cardFields.js', 'text/javascript'],
  ['/elements/cardTexts.js', 'cardTexts.js', 'text/javascript'],
  ['/elements/card.css', 'card.css', 'text/css'],
  ['/elements/express.js', 'express.js', 'text/javascript'],
  ['/elements/express.css', 'express.css', 'text/css'],
  ['/elements/wallet.js', 'wallet.js', 'text/javascript'],
  ['/elements/wallet.css', 'wallet.css', 'text/css'],
  ['/elements/wallets.js', 'wallets.js', 'text/javascript'],
  ['/3ds/assets/authentication.js', 'authentication.js', 'text/javascript'],
  ['/3ds/assets/authentication.css', 'authentication.css', 'text/css'],
] as const;

/** Fields of a payment visible to the publishable key with the client secret (docs.stripe.com/api/payment_intents/retrieve). */
const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[];

/** Registers the files and the API calls that Stripe.js and its frames use, and the calls that read what they created. */
export function installBrowserRoutes(app: FastifyInstance, account: StripeAccount): void {
  allowCrossOrigin(app);
  const send = (reply: FastifyReply, type: string, content: string | Buffer) =>
    reply
      .type(`${type}; charset=utf-8`)
      .header('cache-control', 'no-cache')
      .header('access-control-allow-origin', '*')
      .send(content);
  for (const path of SCRIPT_PATHS) {
    app.get(path, async (_request, reply) => send(reply, 'text/javascript', await buildStripeScript()));
  }
  for (const [path, file, type] of FILES) {
    app.get(path, async (_request, reply) => send(reply, type, await readBrowserFile(file)));
  }
  installFrames(app, account);

  app.post('/v1/confirmation_tokens', async (request, reply) => {
    checkPublishableKey(request);
    await answerChange(account, request, reply, (change, { form }) => {
      const make = isWalletTokenRequest(form) ? createTokenFromWallet : createTokenFromCard;
      return change.find(make(change, form).id);
    });
    return reply;
  });

  app.get('/v1/confirmation_tokens/:id', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ params }) => {
      const { id } = requireStored(account.state.confirmationTokens, params.id ?? '', 'confirmation_token');
      return requireObject(account.state, id);
    });
    return reply;
  });

  app.get('/v1/payment_intents/:id', async (request, reply) => {
    const isPublic = readApiKey(request) === credentials.stripe.publishableKey;
    if (!isPublic) checkSecretKey(request);
    await answerRead(account, request, reply, (call) => readIntent(account, call, isPublic));
    return reply;
  });
}

const sheetSchema = z.object({
  wallet: walletSchema,
  amount: formInteger,
  currency: formCurrency,
  billing: z.literal('required').optional(),
});

/** Registers the pages that Stripe.js displays in frames: card fields, wallet buttons, a wallet's sheet. */
function installFrames(app: FastifyInstance, account: StripeAccount): void {
  app.get('/elements/card', async (request, reply) => {
    const page = String(await readBrowserFile('card.html'));
    return protectFrame(request, reply).send(page.replaceAll('{{now}}', String(account.now())));
  });
  app.get('/elements/express', async (request, reply) =>
    protectFrame(request, reply).send(await readBrowserFile('express.html')),
  );
  app.get('/elements/wallet', async (request, reply) => {
    const { billing, ...sheetFields } = parseForm(sheetSchema, decodeForm(request.url.split('?')[1] ?? ''));
    return protectFrame(request, reply).send(walletPage({ ...sheetFields, billing: billing !== undefined }));
  });
}

function readBrowserFile(name: string): Promise<Buffer> {
  return readFile(new URL(`../browser/${name}`, import.meta.url));
}

function readIntent(account: StripeAccount, { params, form }: Call, isPublic: boolean): Partial<Stripe.PaymentIntent> {
  const intent = requireStored(account.state.paymentIntents, params.id ?? '', 'payment_intent');
  const shown = toStripePaymentIntent(intent);
  if (!isPublic) return shown;
  if (form.client_secret !== intent.client_secret) {
    throw new StripeApiError(
      400,
      {
        type: 'invalid_request_error',
        code: 'payment_intent_invalid_parameter',
        message: 'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
        param: 'client_secret',
      },
      false,
    );
  }
  return Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, shown[field]]));
}

function allowCrossOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/v1/') && request.headers.origin) reply.header('access-control-allow-origin', '*');
  });
  app.options('/v1/*', async (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'authorization, content-type, idempotency-key')
      .header('access-control-max-age', '300')
      .code(204)
      .send(),
  );
}

/** Returns the API key from the parameter `key`, by which Stripe.js avoids preflight requests, or from the header. */
function readApiKey(request: FastifyRequest): string {
  const body = request.body !== null && typeof request.body === 'object' ? (request.body as { key?: unknown }) : {};
  const key = body.key ?? decodeForm(request.url.split('?')[1] ?? '').key;
  if (typeof key === 'string') return key;
  return (request.headers.authorization ?? '').replace(/^Bearer /, '');
}

function checkPublishableKey(request: FastifyRequest): void {
  if (readApiKey(request) === credentials.stripe.publishableKey) return;
  throw createUnauthorizedError('This call takes the publishable key of this account.');
}

const originSchema = z.strictObject({ origin: z.url({ protocol: /^https?$/ }) });

/** Restricts a frame's page to scripts of this origin, and its embedding to the requesting page. */
export function protectFrame(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const parsed = originSchema.safeParse({ origin: decodeForm(request.url.split('?')[1] ?? '').origin });
  const ancestors = parsed.success ? new URL(parsed.data.origin).origin : "'self'";
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src https: http:; img-src 'self' data:; base-uri 'none'; frame-ancestors ${ancestors}`,
    );
}
