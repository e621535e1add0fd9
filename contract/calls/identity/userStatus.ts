import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { detailsOutcome, kycLevel } from '../../entities/buyer/buyer.ts';
import { quoteToken } from '../../entities/scalars.ts';

export const userStatus = defineCall({
  name: 'userStatus',
  tag: 'identity',
  summary: "The outcome of the buyer's basic details",
  auth: 'required',
  request: z.object({
    token: quoteToken.optional().describe('Token of the current quote; the outcome is the same for every quote'),
  }),
  data: z.object({ isKyc: detailsOutcome, kyc_level: kycLevel }),
  errors: [],
  example: { request: {}, data: { isKyc: '1', kyc_level: 1 } },
});
