import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { amountText, orderNumber } from '../../entities/scalars.ts';

export const answerRequote = defineCall({
  name: 'answerRequote',
  tag: 'order',
  summary: 'Accepts or declines the new amount of an order whose price has changed',
  auth: 'optional',
  request: z.object({
    orderNo: orderNumber,
    agree: z.boolean().describe('True accepts the new amount; false cancels the order'),
    newGetCurrencyAmount: amountText.describe(
      'The new amount that was displayed to the buyer; only this amount is accepted',
    ),
  }),
  data: z.object({}),
  errors: ['order_not_found', 'order_not_yours', 'no_new_price'],
  example: { request: { orderNo: '7KQ2M4XD9TAB3', agree: true, newGetCurrencyAmount: '0.00151210' }, data: {} },
});
