import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { answerRead, checkSecretKey } from './answering.ts';
import { formInteger, readForm } from './form.ts';
import { listOf } from './listOf.ts';
import type { StripeAccount } from './stripeAccount.ts';
import { showObject } from './wire/findObject.ts';

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

/** What the account holds, and every line that made it (docs.stripe.com/api/balance, …/balance_transactions/list). */
export function installBalanceRoutes(app: FastifyInstance, account: StripeAccount): void {
  // Whether a key opens play money: what is available, and what is not yet, are not told apart here.
  app.get('/v1/balance', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, () => EMPTY_BALANCE);
    return reply;
  });

  app.get('/v1/balance_transactions', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ form }) => {
      const page = readForm(linesSchema, form);
      const { gt = -1, gte = 0, lt = Number.MAX_SAFE_INTEGER, lte = Number.MAX_SAFE_INTEGER } = page.created ?? {};
      const found = Object.values(account.state.balanceTransactions)
        .filter(({ created }) => created > gt && created >= gte && created < lt && created <= lte)
        .filter(({ type }) => page.type === undefined || type === page.type)
        .filter(({ source }) => page.source === undefined || source === page.source)
        .filter(({ currency }) => page.currency === undefined || currency === page.currency)
        .toReversed()
        .map(({ id }) => showObject(account.state, id));
      return listOf(found, '/v1/balance_transactions', page);
    });
    return reply;
  });
}
