import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { answerChange, answerRead, checkSecretKey } from './answering.ts';
import { formInteger, formMetadata, readForm } from './form.ts';
import { newId } from './ids.ts';
import { listOf } from './listOf.ts';
import { lookUp } from './lookUp.ts';
import type { StripeAccount } from './stripeAccount.ts';
import { invalidRequest } from './stripeFault.ts';
import { showObject } from './wire/findObject.ts';
import { paymentMethod } from './wire/methods.ts';

const customerSchema = z.strictObject({
  email: z.string().max(512).optional(),
  name: z.string().max(256).optional(),
  metadata: formMetadata.optional(),
});

const attachSchema = z.strictObject({ customer: z.string() });

const listSchema = z.strictObject({
  type: z.literal('card').optional(),
  limit: formInteger.optional(),
  starting_after: z.string().optional(),
});

/** Customers and their saved cards (docs.stripe.com/api/customers, /payment_methods). */
export function installCustomerRoutes(app: FastifyInstance, account: StripeAccount): void {
  app.post('/v1/customers', async (request, reply) => {
    checkSecretKey(request);
    await answerChange(account, request, reply, (change, { form }) => {
      const { email, name, metadata } = readForm(customerSchema, form);
      const id = newId('cus');
      change.state.customers[id] = {
        id,
        created: change.now,
        email: email ?? null,
        name: name ?? null,
        metadata: metadata ?? {},
      };
      change.raise('customer.created', id);
      return change.find(id);
    });
    return reply;
  });

  app.get('/v1/customers/:id', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ params }) => {
      const { id } = lookUp(account.state.customers, params.id ?? '', 'customer');
      return showObject(account.state, id);
    });
    return reply;
  });

  app.get('/v1/customers/:id/payment_methods', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ params, form }) => {
      const { id } = lookUp(account.state.customers, params.id ?? '', 'customer');
      const page = readForm(listSchema, form);
      return listOf(cardsOf(account, id), `/v1/customers/${id}/payment_methods`, page);
    });
    return reply;
  });

  app.get('/v1/payment_methods/:id', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ params }) => {
      const { id } = lookUp(account.state.paymentMethods, params.id ?? '', 'PaymentMethod');
      return showObject(account.state, id);
    });
    return reply;
  });

  app.post('/v1/payment_methods/:id/attach', async (request, reply) => {
    checkSecretKey(request);
    await answerChange(account, request, reply, (change, { params, form }) => {
      const { customer } = readForm(attachSchema, form);
      const method = lookUp(change.state.paymentMethods, params.id ?? '', 'PaymentMethod');
      lookUp(change.state.customers, customer, 'customer');
      if (method.customer !== null && method.customer !== customer) {
        throw invalidRequest('The payment method you provided has already been attached to a customer.');
      }
      if (method.customer === null && method.used) {
        throw invalidRequest(
          'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
        );
      }
      method.customer = customer;
      change.raise('payment_method.attached', method.id);
      return change.find(method.id);
    });
    return reply;
  });

  app.post('/v1/payment_methods/:id/detach', async (request, reply) => {
    checkSecretKey(request);
    await answerChange(account, request, reply, (change, { params }) => {
      const method = lookUp(change.state.paymentMethods, params.id ?? '', 'PaymentMethod');
      if (method.customer === null) {
        throw invalidRequest(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
          { code: 'payment_method_unexpected_state' },
        );
      }
      method.customer = null;
      change.raise('payment_method.detached', method.id);
      return change.find(method.id);
    });
    return reply;
  });
}

function cardsOf(account: StripeAccount, customer: string): Stripe.PaymentMethod[] {
  return Object.values(account.state.paymentMethods)
    .filter((method) => method.customer === customer)
    .toReversed()
    .map(paymentMethod);
}
