import { defineCall } from '../defineCall.ts';
import { orderCreated, orderCreation, orderCreationErrors, orderCreationExample } from '../entities/orderCreation.ts';

export const coinOrder = defineCall({
  name: 'coinOrder',
  tag: 'order',
  summary: 'Makes an order with the own provider. The same submission again answers the same order.',
  auth: 'optional',
  request: orderCreation,
  data: orderCreated,
  errors: orderCreationErrors,
  example: orderCreationExample,
});
