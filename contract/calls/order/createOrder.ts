import { defineCall } from '../../defineCall.ts';
import {
  orderCreated,
  orderCreation,
  orderCreationErrors,
  orderCreationExample,
} from '../../entities/orderCreation.ts';

const creation = {
  tag: 'order',
  auth: 'optional',
  request: orderCreation,
  data: orderCreated,
  errors: orderCreationErrors,
  example: orderCreationExample,
} as const;

export const createOrder = defineCall({
  ...creation,
  name: 'order',
  summary: 'Creates an order with the provider in offerType',
});

export const coinOrder = defineCall({
  ...creation,
  name: 'coinOrder',
  summary: "Creates an order with the operator's own provider. A repeated submission returns the same order.",
});

export const cryptoOrder = defineCall({
  ...creation,
  name: 'cryptoOrder',
  summary: 'Creates an order that another provider fulfils',
});
