import { defineCall } from '../../defineCall.ts';
import {
  orderCreated,
  orderCreation,
  orderCreationErrors,
  orderCreationExample,
} from '../../entities/orderCreation.ts';

export const coinOrder = defineCall({
  name: 'coinOrder',
  tag: 'order',
  summary: "Creates an order with the operator's own provider. A repeated submission returns the same order.",
  auth: 'optional',
  request: orderCreation,
  data: orderCreated,
  errors: orderCreationErrors,
  example: orderCreationExample,
});
