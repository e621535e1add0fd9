import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerChange, answerRead, checkSecretKey } from './answering.ts';
import { installBalanceRoutes } from './balanceRoutes.ts';
import { closeDispute, updateDispute } from './disputes.ts';
import { formBoolean, formInteger, formList, formMetadata, readForm } from './form.ts';
import { listOf } from './listOf.ts';
import { lookUp } from './lookUp.ts';
import { createRefund } from './refunds.ts';
import type { StripeAccount } from './stripeAccount.ts';
import { badParameter } from './stripeFault.ts';
import { EVIDENCE_FIELDS } from './wire/disputes.ts';
import { event } from './wire/event.ts';
import { showObject } from './wire/findObject.ts';

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

/** Things that are read by their id: path, and the map of the account that holds them. */
const READABLE = [
  ['/v1/refunds/:id', 'refunds', 'refund'],
  ['/v1/charges/:id', 'charges', 'charge'],
  ['/v1/disputes/:id', 'disputes', 'dispute'],
  ['/v1/balance_transactions/:id', 'balanceTransactions', 'balance_transaction'],
  ['/v1/payouts/:id', 'payouts', 'payout'],
  ['/v1/radar/early_fraud_warnings/:id', 'earlyFraudWarnings', 'early_fraud_warning'],
] as const;

/** Refunds, charges, disputes, balance transactions and the events list. */
export function installMoneyRoutes(app: FastifyInstance, account: StripeAccount): void {
  app.post('/v1/refunds', async (request, reply) => {
    checkSecretKey(request);
    await answerChange(account, request, reply, (change, { form }) => {
      const order = readForm(refundSchema, form);
      const intentId =
        order.payment_intent ??
        (order.charge === undefined ? undefined : lookUp(change.state.charges, order.charge, 'charge').payment_intent);
      if (intentId === undefined) {
        throw badParameter(
          'One of the following params should be provided for this request: payment_intent or charge.',
          {
            code: 'parameter_missing',
          },
        );
      }
      const intent = lookUp(change.state.paymentIntents, intentId, 'payment_intent');
      return change.find(createRefund(change, intent, order).id);
    });
    return reply;
  });

  app.post('/v1/disputes/:id', async (request, reply) => {
    checkSecretKey(request);
    await answerChange(account, request, reply, (change, { form, params }) => {
      const { evidence = {}, submit = true } = readForm(disputeSchema, form);
      const dispute = lookUp(change.state.disputes, params.id ?? '', 'dispute');
      updateDispute(change, dispute, { evidence, submit });
      return change.find(dispute.id);
    });
    return reply;
  });

  app.post('/v1/disputes/:id/close', async (request, reply) => {
    checkSecretKey(request);
    await answerChange(account, request, reply, (change, { params }) => {
      const dispute = lookUp(change.state.disputes, params.id ?? '', 'dispute');
      closeDispute(change, dispute, 'lost');
      return change.find(dispute.id);
    });
    return reply;
  });

  for (const [path, map, what] of READABLE) {
    app.get(path, async (request, reply) => {
      checkSecretKey(request);
      await answerRead(account, request, reply, ({ params }) => {
        const things: Readonly<Record<string, { readonly id: string }>> = account.state[map];
        return showObject(account.state, lookUp(things, params.id ?? '', what).id);
      });
      return reply;
    });
  }

  app.get('/v1/refunds', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ form }) => {
      const page = readForm(refundsSchema, form);
      const found = Object.values(account.state.refunds)
        .filter((refund) => page.payment_intent === undefined || refund.payment_intent === page.payment_intent)
        .toReversed()
        .map((refund) => showObject(account.state, refund.id));
      return listOf(found, '/v1/refunds', page);
    });
    return reply;
  });

  installBalanceRoutes(app, account);

  app.get('/v1/events', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ form }) => {
      const page = readForm(eventsSchema, form);
      const types = page.types ?? (page.type === undefined ? undefined : [page.type]);
      const found = account.state.events
        .filter((record) => types === undefined || types.includes(record.type))
        .toReversed()
        .map(event);
      return listOf(found, '/v1/events', page);
    });
    return reply;
  });

  app.get('/v1/events/:id', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ params }) => {
      const byId = Object.fromEntries(account.state.events.map((record) => [record.id, record]));
      return event(lookUp(byId, params.id ?? '', 'event'));
    });
    return reply;
  });
}
