import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { identificationOutcome } from '../entities/buyer.ts';
import { orderNumber, quoteToken } from '../entities/scalars.ts';

export const checkIdentification = defineCall({
  name: 'checkIdentification',
  tag: 'identity',
  summary: "Whether the buyer must show a document now: '0' only for an order that waits for it",
  auth: 'required',
  request: z.object({
    token: quoteToken.optional().describe('Names the order that was made from this quote, where there is no orderNo'),
    orderNo: orderNumber.optional(),
  }),
  data: z.object({ isIdentification: identificationOutcome }),
  errors: ['order_not_found'],
  example: { request: { orderNo: '7KQ2M4XD9TAB3' }, data: { isIdentification: '1' } },
});
