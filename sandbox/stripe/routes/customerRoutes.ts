import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { formMetadata, parseForm } from '../formParameters.ts';
import { requireStored } from '../requireStored.ts';
import type { StripeAccount } from '../stripeAccount.ts';
import { createInvalidRequestError } from '../stripeApiError.ts';
import { createStripeId } from '../stripeIds.ts';
import { requireObject } from '../wire/findObject.ts';
import { answerChange, answerRead, checkSecretKey } from './answerCalls.ts';

const customerSchema = z.strictObject({
  email: z.string().max(512).optional(),
  name: z.string().max(256).optional(),
  metadata: formMetadata.optional(),
});

const attachSchema = z.strictObject({ customer: z.string() });

/** Registers customers and their saved cards (docs.stripe.com/api/customers, /payment_methods). */
export function installCustomerRoutes(app: FastifyInstance, account: StripeAccount): void {
  app.post('/v1/customers', async (request, reply) => {
    checkSecretKey(request);
    await answerChange(account, request, reply, (change, { form }) => {
      const { email, name, metadata } = parseForm(customerSchema, form);
      const id = createStripeId('cus');
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
      const { id } = requireStored(account.state.customers, params.id ?? '', 'customer');
      return requireObject(account.state, id);
    });
    return reply;
  });

  app.get('/v1/payment_methods/:id', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ params }) => {
      const { id } = requireStored(account.state.paymentMethods, params.id ?? '', 'PaymentMethod');
      return requireObject(account.state, id);
    });
    return reply;
  });

  app.post('/v1/payment_methods/:id/attach', async (request, reply) => {
    checkSecretKey(request);
    await answerChange(account, request, reply, (change, { params, form }) => {
      const { customer } = parseForm(attachSchema, form);
      const method = requireStored(change.state.paymentMethods, params.id ?? '', 'PaymentMethod');
      requireStored(change.state.customers, customer, 'customer');
      if (method.customer !== null && method.customer !== customer) {
        throw createInvalidRequestError('The payment method you provided has already been attached to a customer.');
      }
      if (method.customer === null && method.used) {
        throw createInvalidRequestError(
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
      const method = requireStored(change.state.paymentMethods, params.id ?? '', 'PaymentMethod');
      if (method.customer === null) {
        throw createInvalidRequestError(
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
