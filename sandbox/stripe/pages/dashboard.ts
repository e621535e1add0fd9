import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccountChange } from '../accountChange.ts';
import type { PaymentIntentRecord } from '../accountState.ts';
import { recordBalanceTransaction } from '../balance/balanceTransactions.ts';
import { createPayout, failPayout } from '../balance/payouts.ts';
import { summarizeAccount } from '../balance/summarizeAccount.ts';
import { computeExchangeRate, parseMinorUnits } from '../currencies.ts';
import { closeDispute, escalateInquiry, openDispute, warnOfFraud } from '../disputes/disputes.ts';
import { cancelIntent, captureHold, findCharge, lapseHold } from '../payments/holds.ts';
import { createRefund, failRefund, settleRefund } from '../payments/refunds.ts';
import { requireStored } from '../requireStored.ts';
import type { StripeAccount } from '../stripeAccount.ts';
import { createParameterError, StripeApiError } from '../stripeApiError.ts';
import { dashboardPage } from './dashboardPage.ts';

const bodySchema = z
  .object({ amount: z.string().optional(), currency: z.string().optional(), descriptor: z.string().optional() })
  .nullish();

type Body = z.output<typeof bodySchema>;

/** Manual actions of the account's owner on a payment. Amounts are decimals of the currency, by default the full amount. */
const PAYMENT_ACTIONS: Readonly<
  Record<string, (change: AccountChange, intent: PaymentIntentRecord, body: Body) => void>
> = {
  capture: (change, intent, body) => captureHold(change, intent, readPaymentAmount(body, intent)),
  refund: (change, intent, body) => void createRefund(change, intent, { amount: readPaymentAmount(body, intent) }),
  cancel: (change, intent) => cancelIntent(change, intent, 'requested_by_customer'),
  lapse: (change, intent) => lapseHold(change, intent.id),
  dispute: (change, intent, body) =>
    openDispute(change, findCharge(change, intent)?.id ?? '', { amount: readPaymentAmount(body, intent) }),
  inquire: (change, intent, body) =>
    openDispute(change, findCharge(change, intent)?.id ?? '', {
      amount: readPaymentAmount(body, intent),
      inquiry: true,
    }),
  warn: (change, intent) => warnOfFraud(change, findCharge(change, intent)?.id ?? ''),
};

/** Registers the account's dashboard: a page, and the same actions for programs (`accept: application/json`). */
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

  const act = (
    path: string,
    work: (change: AccountChange, params: Record<string, string>, body: Body) => void,
  ): void => {
    app.post(`/dashboard/${path}`, async (request, reply) => {
      refuseForeignPages(request);
      const body = bodySchema.parse(request.body);
      const wantsJson = request.headers.accept?.includes('application/json') ?? false;
      try {
        await account.commit((change) => work(change, request.params as Record<string, string>, body));
      } catch (error) {
        if (!(error instanceof StripeApiError) || wantsJson) throw error;
        return reply.redirect(`/dashboard?problem=${encodeURIComponent(error.message)}`, 303);
      }
      return wantsJson ? reply.send(summarizeAccount(account.state)) : reply.redirect('/dashboard', 303);
    });
  };

  for (const [name, work] of Object.entries(PAYMENT_ACTIONS)) {
    act(`payments/:id/${name}`, (change, { id = '' }, body) =>
      work(change, requireStored(change.state.paymentIntents, id, 'payment_intent'), body),
    );
  }
  act('refunds/:id/settle', (change, { id = '' }) => settleRefund(change, id));
  act('refunds/:id/fail', (change, { id = '' }) => failRefund(change, id));
  for (const verdict of ['won', 'lost'] as const) {
    act(`disputes/:id/${verdict}`, (change, { id = '' }) =>
      closeDispute(change, requireStored(change.state.disputes, id, 'dispute'), verdict),
    );
  }
  act('disputes/:id/escalate', (change, { id = '' }) =>
    escalateInquiry(change, requireStored(change.state.disputes, id, 'dispute')),
  );
  act('payouts', (change, _params, body) => {
    const currency = readCurrency(body);
    createPayout(change, currency, readAmount(body, currency), body?.descriptor);
  });
  act('payouts/:id/fail', (change, { id = '' }) => failPayout(change, id));
  for (const type of ['stripe_fee', 'reserve_hold'] as const) {
    act(`lines/${type}`, (change, _params, body) => {
      const currency = readCurrency(body);
      const amount = readAmount(body, currency);
      if (!amount) throw createParameterError('Enter an amount.', { param: 'amount' });
      recordBalanceTransaction(change, { amount: -amount, fee: 0, currency, source: null, type });
    });
  }
  act('settlement', (change, _params, body) => {
    const currency = body?.currency?.trim().toLowerCase() ?? '';
    if (currency !== '' && computeExchangeRate('eur', currency) === undefined) {
      throw createParameterError(`The sandbox knows no exchange rate for ${currency}.`, { param: 'currency' });
    }
    change.state.settlementCurrency = currency === '' ? null : currency;
  });
}

function readPaymentAmount(body: Body, intent: PaymentIntentRecord): number | undefined {
  return readAmount(body, intent.currency);
}

function readAmount(body: Body, currency: string): number | undefined {
  const text = body?.amount?.trim() ?? '';
  if (text === '') return undefined;
  const amount = parseMinorUnits(text, currency);
  if (amount === undefined) throw createParameterError(`${text} is no amount of ${currency.toUpperCase()}.`);
  return amount;
}

function readCurrency(body: Body): string {
  const currency = body?.currency?.trim().toLowerCase() ?? '';
  if (!/^[a-z]{3}$/.test(currency)) throw createParameterError(`Invalid currency: ${currency}`, { param: 'currency' });
  return currency;
}

/** Refuses requests from other sites' pages, which must not trigger the dashboard's actions. */
function refuseForeignPages(request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== 'null' && new URL(origin).host !== request.headers.host) {
    throw new StripeApiError(403, { type: 'invalid_request_error', message: 'Only the dashboard itself may do that.' });
  }
}
