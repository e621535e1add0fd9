import { defineCall } from '../defineCall.ts';
import { orderCreated, orderCreation, orderCreationErrors, orderCreationExample } from '../entities/orderCreation.ts';

export const order = defineCall({
  name: 'order',
  tag: 'order',
  summary: 'Makes an order with the provider that offerType names',
  auth: 'optional',
  request: orderCreation,
  data: orderCreated,
  errors: orderCreationErrors,
  example: orderCreationExample,
});
