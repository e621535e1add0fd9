import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { identificationOutcome } from '../../entities/buyer/buyer.ts';
import { orderNumber } from '../../entities/scalars.ts';

export const getIdentificationResult = defineCall({
  name: 'getIdentificationResult',
  tag: 'identity',
  summary: "The outcome of the document check, with the verifier's message for the buyer",
  auth: 'required',
  request: z.object({ orderNo: orderNumber.optional() }),
  data: z.object({ isIdentification: identificationOutcome, message: z.string() }),
  errors: ['order_not_found'],
  example: { request: {}, data: { isIdentification: '1', message: '' } },
});
