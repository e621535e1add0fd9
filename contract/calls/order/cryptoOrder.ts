import { defineCall } from '../../defineCall.ts';
import {
  orderCreated,
  orderCreation,
  orderCreationErrors,
  orderCreationExample,
} from '../../entities/orderCreation.ts';

export const cryptoOrder = defineCall({
  name: 'cryptoOrder',
  tag: 'order',
  summary: 'Creates an order that another provider fulfils',
  auth: 'optional',
  request: orderCreation,
  data: orderCreated,
  errors: orderCreationErrors,
  example: orderCreationExample,
});
