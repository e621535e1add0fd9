import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { amountText, orderNumber } from '../entities/scalars.ts';

export const answerRequote = defineCall({
  name: 'answerRequote',
  tag: 'order',
  summary: 'The buyer agrees to the new amount of an order whose price has moved, or declines it',
  auth: 'optional',
  request: z.object({
    orderNo: orderNumber,
    agree: z.boolean(),
    newGetCurrencyAmount: amountText.describe('The amount that the buyer was shown: no other one is agreed to'),
  }),
  data: z.object({}),
  errors: ['order_not_found', 'order_not_yours', 'nothing_to_agree'],
  example: { request: { orderNo: '7KQ2M4XD9TAB3', agree: true, newGetCurrencyAmount: '0.00151210' }, data: {} },
});
