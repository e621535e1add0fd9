import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { orderDelivery } from '../../entities/order.ts';
import { orderNumber } from '../../entities/scalars.ts';

export const getConfirmedBlock = defineCall({
  name: 'getConfirmedBlock',
  tag: 'order',
  summary: 'Confirmations of the payout on its chain, how many are required, and its transaction',
  auth: 'optional',
  request: z.object({ orderNo: orderNumber }),
  data: orderDelivery.omit({ expectedMinutes: true }).extend({
    transactionId: z.string().describe('Empty until the payout is broadcast, and for callers other than the owner'),
  }),
  errors: ['order_not_found'],
  example: {
    request: { orderNo: '7KQ2M4XD9TAB3HWPEN56' },
    data: {
      confirmed: 7,
      required: 12,
      transactionId: '0x9f3c71ab52c8d6f0a4b1e7c39f3c71ab52c8d6f0a4b1e7c39f3c71abe04d52c8',
      explorerUrl: 'https://etherscan.io/tx/0x9f3c71ab52c8d6f0a4b1e7c39f3c71ab52c8d6f0a4b1e7c39f3c71abe04d52c8',
    },
  },
});
