import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { quote } from '../../entities/quote.ts';
import { quoteToken } from '../../entities/scalars.ts';

export const offerMethodList = defineCall({
  name: 'offerMethodList',
  tag: 'quote',
  summary: 'Payment methods that can pay the quoted amount',
  auth: 'none',
  request: z.object({ token: quoteToken }),
  data: quote.pick({ methodList: true }),
  errors: ['price_expired'],
  example: {
    request: { token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' },
    data: { methodList: ['credit_debit_card', 'bank_transfer'] },
  },
});
