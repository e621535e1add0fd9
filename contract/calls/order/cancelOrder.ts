import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { orderNumber } from '../../entities/scalars.ts';

export const cancelOrder = defineCall({
  name: 'cancelOrder',
  tag: 'order',
  summary:
    'Cancels an order while it awaits payment, identity or consent: an authorization is voided, money received is refunded',
  auth: 'optional',
  request: z.object({ orderNo: orderNumber }),
  data: z.object({}),
  errors: ['order_not_found', 'order_not_yours', 'not_cancellable'],
  example: { request: { orderNo: '7KQ2M4XD9TAB3' }, data: {} },
});
