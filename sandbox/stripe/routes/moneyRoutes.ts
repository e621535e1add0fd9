import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { closeDispute, updateDispute } from '../disputes/disputes.ts';
import { formBoolean, formInteger, formList, formMetadata, parseForm } from '../formParameters.ts';
import { createRefund } from '../payments/refunds.ts';
import { requireStored } from '../requireStored.ts';
import type { StripeAccount } from '../stripeAccount.ts';
import { createParameterError } from '../stripeApiError.ts';
import { EVIDENCE_FIELDS } from '../wire/disputes.ts';
import { toStripeEvent } from '../wire/events.ts';
import { requireObject } from '../wire/findObject.ts';
import { answerChange, answerRead, checkSecretKey } from './answerCalls.ts';
import { installBalanceRoutes } from './balanceRoutes.ts';
import { paginateList } from './paginateList.ts';

const refundSchema = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: formInteger.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: formMetadata.optional(),
});

const eventsSchema = z.strictObject({
  limit: formInteger.optional(),
  starting_after: z.string().optional(),
  type: z.string().optional(),
  types: formList.optional(),
});

const refundsSchema = z.strictObject({
  payment_intent: z.string().optional(),
  limit: formInteger.optional(),
  starting_after: z.string().optional(),
});

const disputeSchema = z.strictObject({
  evidence: z.partialRecord(z.enum(EVIDENCE_FIELDS), z.string().max(20_000)).optional(),
  submit: formBoolean.optional(),
  metadata: formMetadata.optional(),
});

/** Objects that can be read by id: path, name of the account's map that contains them, and name in error messages. */
const READABLE = [
  ['/v1/refunds/:id', 'refunds', 'refund'],
  ['/v1/charges/:id', 'charges', 'charge'],
  ['/v1/disputes/:id', 'disputes', 'dispute'],
  ['/v1/balance_transactions/:id', 'balanceTransactions', 'balance_transaction'],
  ['/v1/payouts/:id', 'payouts', 'payout'],
  ['/v1/radar/early_fraud_warnings/:id', 'earlyFraudWarnings', 'early_fraud_warning'],
] as const;

/** Registers the calls for refunds, disputes, balances, events, and for reading any object of `READABLE` by its id. */
export function installMoneyRoutes(app: FastifyInstance, account: StripeAccount): void {
  app.post('/v1/refunds', async (request, reply) => {
    checkSecretKey(request);
    await answerChange(account, request, reply, (change, { form }) => {
      const input = parseForm(refundSchema, form);
      const intentId =
        input.payment_intent ??
        (input.charge === undefined
          ? undefined
          : requireStored(change.state.charges, input.charge, 'charge').payment_intent);
      if (intentId === undefined) {
        throw createParameterError(
          'One of the following params should be provided for this request: payment_intent or charge.',
          {
            code: 'parameter_missing',
          },
        );
      }
      const intent = requireStored(change.state.paymentIntents, intentId, 'payment_intent');
      return change.find(createRefund(change, intent, input).id);
    });
    return reply;
  });

  app.post('/v1/disputes/:id', async (request, reply) => {
    checkSecretKey(request);
    await answerChange(account, request, reply, (change, { form, params }) => {
      const { evidence = {}, submit = true } = parseForm(disputeSchema, form);
      const dispute = requireStored(change.state.disputes, params.id ?? '', 'dispute');
      updateDispute(change, dispute, { evidence, submit });
      return change.find(dispute.id);
    });
    return reply;
  });

  app.post('/v1/disputes/:id/close', async (request, reply) => {
    checkSecretKey(request);
    await answerChange(account, request, reply, (change, { params }) => {
      const dispute = requireStored(change.state.disputes, params.id ?? '', 'dispute');
      closeDispute(change, dispute, 'lost');
      return change.find(dispute.id);
    });
    return reply;
  });

  for (const [path, collection, objectName] of READABLE) {
    app.get(path, async (request, reply) => {
      checkSecretKey(request);
      await answerRead(account, request, reply, ({ params }) => {
        const objects: Readonly<Record<string, { readonly id: string }>> = account.state[collection];
        return requireObject(account.state, requireStored(objects, params.id ?? '', objectName).id);
      });
      return reply;
    });
  }

  app.get('/v1/refunds', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ form }) => {
      const query = parseForm(refundsSchema, form);
      const found = Object.values(account.state.refunds)
        .filter((refund) => query.payment_intent === undefined || refund.payment_intent === query.payment_intent)
        .toReversed()
        .map((refund) => requireObject(account.state, refund.id));
      return paginateList(found, '/v1/refunds', query);
    });
    return reply;
  });

  installBalanceRoutes(app, account);

  app.get('/v1/events', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ form }) => {
      const page = parseForm(eventsSchema, form);
      const types = page.types ?? (page.type === undefined ? undefined : [page.type]);
      const found = account.state.events
        .filter((record) => types === undefined || types.includes(record.type))
        .toReversed()
        .map(toStripeEvent);
      return paginateList(found, '/v1/events', page);
    });
    return reply;
  });

  app.get('/v1/events/:id', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ params }) => {
      const byId = Object.fromEntries(account.state.events.map((record) => [record.id, record]));
      return toStripeEvent(requireStored(byId, params.id ?? '', 'event'));
    });
    return reply;
  });
}
