import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { summarizeAccount } from '../../../../sandbox/stripe/balance/summarizeAccount.ts';
import { buildSignatureHeader } from '../../../../sandbox/stripe/signature.ts';
import { startStripe } from '../../../../sandbox/stripe/start.ts';
import { createSandboxClock } from '../../../../sandbox/world/clock.ts';
import { credentials } from '../../../../sandbox/world/credentials.ts';
import { createFaults } from '../../../../sandbox/world/faults.ts';
import { type CardSubject, type ConformanceCard, cardConformance, type SignedWebhook } from '../conformance.ts';
import { stripeConfigSchema } from './manifest.ts';
import { createStripeAcquirer } from './stripe.ts';
import { stripeWallets } from './wallets.ts';

/** Test payment methods of Stripe (docs.stripe.com/testing). */
const CARDS: Readonly<Record<ConformanceCard, string>> = {
  pays: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  insufficient_funds: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  needs_authentication: 'pm_card_threeDSecure2Required',
  refund_settles_later: 'pm_card_pendingRefund',
  refund_fails_later: 'pm_card_refundFail',
};

/** The same cards, as a wallet's sheet in the sandbox names them. */
const WALLET_CARDS: Readonly<Record<ConformanceCard, string>> = {
  pays: 'visa',
  declined: 'declined',
  insufficient_funds: 'insufficient_funds',
  needs_authentication: 'three_d_secure',
  refund_settles_later: 'refund_pending',
  refund_fails_later: 'refund_fails',
};

/** Path of each call, and a text that the call's path or body contains, by which the sandbox selects it for a fault. */
const CALLS = {
  authorize: ['/v1/payment_intents', ''],
  capture: ['/v1/payment_intents/', '/capture'],
  void: ['/v1/payment_intents/', '/cancel'],
  refund: ['/v1/refunds', ''],
  getPayment: ['/v1/payment_intents/', ''],
  uploadEvidenceFile: ['/v1/files', ''],
  submitEvidence: ['/v1/disputes/', ''],
} as const;

/** Types of Stripe's lines; the product has no kind for a reserve. */
const LINES = { fee: 'stripe_fee', other: 'reserve_hold' } as const;

type AccountSummary = ReturnType<typeof summarizeAccount>;

async function startSubject(): Promise<CardSubject> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stripe-'));
  const clock = createSandboxClock();
  const faults = createFaults();
  const inbox = await startInbox();
  const standIn = await startStripe({ dataDir, clock, faults, productUrl: inbox.url }, 0);
  const summarize = () => standIn.books() as AccountSummary;
  const proxyStops: (() => Promise<void>)[] = [];
  const acquirer = createAcquirer(standIn.url, clock.now);
  /** Acts at the vendor as the account's owner or a bank. Amounts are in a currency with two decimals. */
  async function act(path: string, units?: bigint, more: Record<string, string> = {}): Promise<void> {
    const amount = units === undefined ? '' : (Number(units) / 100).toFixed(2);
    await post(standIn.url, `/dashboard/${path}`, { amount, ...more });
  }
  /** Performs the action and returns the id of the one object that it created. */
  async function actAndFindId(
    kind: 'disputes' | 'refunds' | 'warnings' | 'payouts',
    action: () => Promise<void>,
  ): Promise<string> {
    const before = new Set(summarize()[kind].map(({ id }) => id));
    await action();
    const after = summarize()[kind].find(({ id }) => !before.has(id));
    if (!after) throw new Error(`the ${kind} have no new one`);
    return after.id;
  }

  return {
    acquirer,
    makeToken: async (card, wallet) =>
      (wallet
        ? await post(standIn.url, '/v1/confirmation_tokens', {
            key: credentials.stripe.publishableKey,
            'payment_method_data[type]': 'card',
            'payment_method_data[card][wallet]': wallet,
            'payment_method_data[card][test_card]': WALLET_CARDS[card],
          })
        : await post(standIn.url, '/v1/test_helpers/confirmation_tokens', { payment_method: CARDS[card] })
      ).id,
    async authenticate(payment, passes) {
      const [id = ''] = payment.clientSecret?.split('_secret_') ?? [];
      const key = credentials.stripe.publishableKey;
      const query = new URLSearchParams({ key, client_secret: payment.clientSecret ?? '' });
      const answer = await fetch(`${standIn.url}/v1/payment_intents/${id}?${query.toString()}`);
      const intent = (await answer.json()) as { next_action: { use_stripe_sdk: { stripe_js: string } } };
      const page = new URL(intent.next_action.use_stripe_sdk.stripe_js).pathname;
      await post(standIn.url, page, { outcome: passes ? 'complete' : 'fail' });
    },
    inject(effect, call) {
      const [path, subject] = CALLS[call];
      faults.replace([{ standIn: 'stripe', call: path, subject, effect, after: 0, times: 1 }]);
    },
    dispute: async (paymentId, units, { inquiry = false } = {}) =>
      actAndFindId('disputes', () => act(`payments/${paymentId}/${inquiry ? 'inquire' : 'dispute'}`, units)),
    decide: (disputeId, verdict) => act(`disputes/${disputeId}/${verdict === 'escalated' ? 'escalate' : verdict}`),
    warn: (paymentId) => actAndFindId('warnings', () => act(`payments/${paymentId}/warn`)),
    refundByHand: (paymentId, units) => actAndFindId('refunds', () => act(`payments/${paymentId}/refund`, units)),
    payOut: (units, descriptor) =>
      actAndFindId('payouts', () =>
        act('payouts', units === 'all' ? undefined : units, { currency: 'eur', descriptor }),
      ),
    failPayout: (payoutId) => act(`payouts/${payoutId}/fail`),
    bookLine: (kind, units) => act(`lines/${LINES[kind]}`, units, { currency: 'eur' }),
    advanceClock: (seconds) => clock.advance(seconds),
    countPayments: (attemptId) =>
      summarize().payments.filter(({ metadata }) => metadata.attemptId === attemptId).length,
    getTotals(paymentId) {
      const payment = summarize().payments.find(({ id }) => id === paymentId);
      return { captured: payment?.captured ?? 0, refunded: payment?.refunded ?? 0 };
    },
    webhooks: () => inbox.received,
    signAgain({ rawBody }, { ageSeconds = 0, wrongSecret = false }) {
      const secret = wrongSecret ? 'whsec_of_somebody_else' : credentials.stripe.webhookSecret;
      const seconds = Math.floor(clock.now().getTime() / 1000) - ageSeconds;
      return { rawBody, headers: { 'stripe-signature': buildSignatureHeader(rawBody.toString(), secret, seconds) } };
    },
    async createAcquirerWithUnknownStatus() {
      const proxy = await startUnknownStatusProxy(standIn.url);
      proxyStops.push(proxy.stop);
      return createAcquirer(proxy.url);
    },
    createUnreachableAcquirer: () => createAcquirer('http://127.0.0.1:1'),
    async stop() {
      await Promise.all(proxyStops.map((stop) => stop()));
      await standIn.stop();
      await inbox.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

function createAcquirer(apiUrl: string, now?: () => Date) {
  return createStripeAcquirer(
    stripeConfigSchema.parse({ ...credentials.stripe, apiUrl, scriptUrl: `${apiUrl}/v3/stripe.js` }),
    now,
  );
}

async function post(url: string, path: string, form: Record<string, string>): Promise<{ id: string }> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.stripe.secretKey}`, accept: 'application/json' },
    body: new URLSearchParams(form),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as { id: string };
}

async function startServer(
  answer: Parameters<typeof createServer>[1],
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

/** Starts a server that records webhooks unchanged. */
async function startInbox() {
  const received: SignedWebhook[] = [];
  const server = await startServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ rawBody: Buffer.concat(chunks), headers: request.headers });
      response.end();
    });
  });
  return { ...server, received };
}

/** Starts a proxy that forwards queries to the sandbox and answers with a status that is in no table. */
async function startUnknownStatusProxy(url: string) {
  const answerWithUnknownStatus = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = request.url?.split(/[/?]/)[3] ?? '';
    const answer = await fetch(`${url}/v1/payment_intents/${id}`, {
      headers: { authorization: request.headers.authorization ?? '' },
    });
    const intent = (await answer.json()) as Record<string, unknown>;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...intent, status: 'partially_settled' }));
  };
  return startServer((request, response) => void answerWithUnknownStatus(request, response));
}

cardConformance('Stripe', Object.values(stripeWallets), startSubject);
