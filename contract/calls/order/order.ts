import { defineCall } from '../../defineCall.ts';
import {
  orderCreated,
  orderCreation,
  orderCreationErrors,
  orderCreationExample,
} from '../../entities/orderCreation.ts';

export const order = defineCall({
  name: 'order',
  tag: 'order',
  summary: 'Creates an order with the provider in offerType',
  auth: 'optional',
  request: orderCreation,
  data: orderCreated,
  errors: orderCreationErrors,
  example: orderCreationExample,
});
