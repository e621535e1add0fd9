import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { orderDetail as orderDetailEntity, publicOrder } from '../../entities/order.ts';
import { orderNumber } from '../../entities/scalars.ts';

export const orderDetail = defineCall({
  name: 'orderDetail',
  tag: 'order',
  summary: 'All details of an order for its owner; only the status for other callers',
  auth: 'optional',
  request: z.object({ orderNo: orderNumber }),
  data: z.union([orderDetailEntity, publicOrder]),
  errors: ['order_not_found'],
  example: {
    request: { orderNo: '7KQ2M4XD9TAB3' },
    data: { orderNo: '7KQ2M4XD9TAB3', status: 'delivering', exception: 'none', owner: false, sequence: 9 },
  },
});
