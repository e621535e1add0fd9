import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { formInteger, parseForm } from '../formParameters.ts';
import { requireStored } from '../requireStored.ts';
import type { StripeAccount } from '../stripeAccount.ts';
import { createInvalidRequestError } from '../stripeApiError.ts';
import { requireObject } from '../wire/findObject.ts';
import { answerRead, checkSecretKey } from './answerCalls.ts';
import { paginateList } from './paginateList.ts';

const linesSchema = z.strictObject({
  created: z
    .strictObject({
      gt: formInteger.optional(),
      gte: formInteger.optional(),
      lt: formInteger.optional(),
      lte: formInteger.optional(),
    })
    .optional(),
  currency: z.string().optional(),
  limit: formInteger.optional(),
  payout: z.string().optional(),
  source: z.string().optional(),
  starting_after: z.string().optional(),
  type: z.string().optional(),
});

const EMPTY_BALANCE: Stripe.Balance = { object: 'balance', livemode: false, available: [], pending: [] };

/** Registers the account's balance and its transactions (docs.stripe.com/api/balance, …/balance_transactions/list). */
export function installBalanceRoutes(app: FastifyInstance, account: StripeAccount): void {
  // Only used to check whether the key is for test mode; available and pending amounts are not tracked here.
  app.get('/v1/balance', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, () => EMPTY_BALANCE);
    return reply;
  });

  app.get('/v1/balance_transactions', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ form }) => {
      const page = parseForm(linesSchema, form);
      const { gt = -1, gte = 0, lt = Number.MAX_SAFE_INTEGER, lte = Number.MAX_SAFE_INTEGER } = page.created ?? {};
      const paidOut = page.payout === undefined ? undefined : listPayoutLines(account, page.payout);
      const found = Object.values(account.state.balanceTransactions)
        .filter(({ id }) => paidOut?.has(id) ?? true)
        .filter(({ created }) => created > gt && created >= gte && created < lt && created <= lte)
        .filter(({ type }) => page.type === undefined || type === page.type)
        .filter(({ source }) => page.source === undefined || source === page.source)
        .filter(({ currency }) => page.currency === undefined || currency === page.currency)
        .toReversed()
        .map(({ id }) => requireObject(account.state, id));
      return paginateList(found, '/v1/balance_transactions', page);
    });
    return reply;
  });
}

/**
 * Returns a payout's transactions: only an automatic payout has them (docs.stripe.com/api/balance_transactions/list,
 * `payout`).
 */
function listPayoutLines({ state }: StripeAccount, payoutId: string): ReadonlySet<string> {
  const payout = requireStored(state.payouts, payoutId, 'payout');
  if (!payout.automatic) {
    throw createInvalidRequestError('Only the transactions of an automatic payout can be listed.', { param: 'payout' });
  }
  return new Set(payout.reconciliation_status === 'completed' ? payout.lines : []);
}
