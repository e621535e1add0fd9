import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { identificationOutcome } from '../../entities/buyer/buyer.ts';
import { orderNumber, quoteToken } from '../../entities/scalars.ts';

export const checkIdentification = defineCall({
  name: 'checkIdentification',
  tag: 'identity',
  summary: "Returns whether the buyer must provide an identity document now: '0' only if the order waits for one",
  auth: 'required',
  request: z.object({
    token: quoteToken
      .optional()
      .describe('Identifies the order by the quote it was created from, if there is no orderNo'),
    orderNo: orderNumber.optional(),
  }),
  data: z.object({ isIdentification: identificationOutcome }),
  errors: ['order_not_found'],
  example: { request: { orderNo: '7KQ2M4XD9TAB3' }, data: { isIdentification: '1' } },
});
