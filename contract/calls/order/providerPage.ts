import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { orderNumber } from '../../entities/scalars.ts';

export const providerPage = defineCall({
  name: 'providerPage',
  tag: 'order',
  summary:
    'The payment page of an order that another provider fulfils; a new page if the previous one cannot be reopened',
  auth: 'optional',
  request: z.object({ orderNo: orderNumber }),
  data: z.object({
    service: z.string().describe("The provider's name"),
    nextStepContent: z.string().describe('URL of its page'),
  }),
  errors: ['order_not_found', 'order_not_yours', 'provider_unavailable', 'buying_paused'],
  example: {
    request: { orderNo: '7KQ2M4XD9TAB3' },
    data: { service: 'MoonPay', nextStepContent: 'https://buy.moonpay.com/?apiKey=pk_live_1&signature=abc' },
  },
});
