import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PaymentIntentRecord } from './account.ts';
import { accountBooks } from './accountBooks.ts';
import { recordBalance } from './balance.ts';
import type { Change } from './change.ts';
import { exchangeRate, minorFromDecimal } from './currencies.ts';
import { dashboardPage } from './dashboardPage.ts';
import { closeDispute, escalateInquiry, openDispute, warnOfFraud } from './disputes.ts';
import { cancelIntent, captureHold, chargeOf, lapseHold } from './holds.ts';
import { lookUp } from './lookUp.ts';
import { createPayout, failPayout } from './payouts.ts';
import { createRefund, failRefund, settleRefund } from './refunds.ts';
import type { StripeAccount } from './stripeAccount.ts';
import { badParameter, StripeFault } from './stripeFault.ts';

const bodySchema = z
  .object({ amount: z.string().optional(), currency: z.string().optional(), descriptor: z.string().optional() })
  .nullish();

type Body = z.output<typeof bodySchema>;

/** What the owner of the account can do to a payment by hand. Amounts are decimals of the currency, all by default. */
const PAYMENT_ACTIONS: Readonly<Record<string, (change: Change, intent: PaymentIntentRecord, body: Body) => void>> = {
  capture: (change, intent, body) => captureHold(change, intent, amountIn(body, intent)),
  refund: (change, intent, body) => void createRefund(change, intent, { amount: amountIn(body, intent) }),
  cancel: (change, intent) => cancelIntent(change, intent, 'requested_by_customer'),
  lapse: (change, intent) => lapseHold(change, intent.id),
  dispute: (change, intent, body) =>
    openDispute(change, chargeOf(change, intent)?.id ?? '', { amount: amountIn(body, intent) }),
  inquire: (change, intent, body) =>
    openDispute(change, chargeOf(change, intent)?.id ?? '', { amount: amountIn(body, intent), inquiry: true }),
  warn: (change, intent) => warnOfFraud(change, chargeOf(change, intent)?.id ?? ''),
};

/** The account's dashboard: a page for people, and the same acts for programs (`accept: application/json`). */
export function installDashboard(app: FastifyInstance, account: StripeAccount): void {
  app.get('/', async (_request, reply) => reply.redirect('/dashboard'));
  app.get('/dashboard', async (request, reply) => {
    await account.settled();
    const { problem } = request.query as { problem?: string };
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(dashboardPage(account.state, account.now(), problem));
  });

  const act = (path: string, work: (change: Change, params: Record<string, string>, body: Body) => void): void => {
    app.post(`/dashboard/${path}`, async (request, reply) => {
      refuseForeignPages(request);
      const body = bodySchema.parse(request.body);
      const wantsJson = request.headers.accept?.includes('application/json') ?? false;
      try {
        await account.commit((change) => work(change, request.params as Record<string, string>, body));
      } catch (error) {
        if (!(error instanceof StripeFault) || wantsJson) throw error;
        return reply.redirect(`/dashboard?problem=${encodeURIComponent(error.message)}`, 303);
      }
      return wantsJson ? reply.send(accountBooks(account.state)) : reply.redirect('/dashboard', 303);
    });
  };

  for (const [name, work] of Object.entries(PAYMENT_ACTIONS)) {
    act(`payments/:id/${name}`, (change, { id = '' }, body) =>
      work(change, lookUp(change.state.paymentIntents, id, 'payment_intent'), body),
    );
  }
  act('refunds/:id/settle', (change, { id = '' }) => settleRefund(change, id));
  act('refunds/:id/fail', (change, { id = '' }) => failRefund(change, id));
  for (const verdict of ['won', 'lost'] as const) {
    act(`disputes/:id/${verdict}`, (change, { id = '' }) =>
      closeDispute(change, lookUp(change.state.disputes, id, 'dispute'), verdict),
    );
  }
  act('disputes/:id/escalate', (change, { id = '' }) =>
    escalateInquiry(change, lookUp(change.state.disputes, id, 'dispute')),
  );
  act('payouts', (change, _params, body) => {
    const currency = currencyIn(body);
    createPayout(change, currency, amountOf(body, currency), body?.descriptor);
  });
  act('payouts/:id/fail', (change, { id = '' }) => failPayout(change, id));
  for (const type of ['stripe_fee', 'reserve_hold'] as const) {
    act(`lines/${type}`, (change, _params, body) => {
      const currency = currencyIn(body);
      const amount = amountOf(body, currency);
      if (!amount) throw badParameter('How much?', { param: 'amount' });
      recordBalance(change, { amount: -amount, fee: 0, currency, source: null, type });
    });
  }
  act('settlement', (change, _params, body) => {
    const currency = body?.currency?.trim().toLowerCase() ?? '';
    if (currency !== '' && exchangeRate('eur', currency) === undefined) {
      throw badParameter(`The sandbox knows no exchange rate for ${currency}.`, { param: 'currency' });
    }
    change.state.settlementCurrency = currency === '' ? null : currency;
  });
}

function amountIn(body: Body, intent: PaymentIntentRecord): number | undefined {
  return amountOf(body, intent.currency);
}

function amountOf(body: Body, currency: string): number | undefined {
  const text = body?.amount?.trim() ?? '';
  if (text === '') return undefined;
  const amount = minorFromDecimal(text, currency);
  if (amount === undefined) throw badParameter(`${text} is no amount of ${currency.toUpperCase()}.`);
  return amount;
}

function currencyIn(body: Body): string {
  const currency = body?.currency?.trim().toLowerCase() ?? '';
  if (!/^[a-z]{3}$/.test(currency)) throw badParameter(`Invalid currency: ${currency}`, { param: 'currency' });
  return currency;
}

/** Another site's page must not press the dashboard's buttons. */
function refuseForeignPages(request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== 'null' && new URL(origin).host !== request.headers.host) {
    throw new StripeFault(403, { type: 'invalid_request_error', message: 'Only the dashboard itself may do that.' });
  }
}
