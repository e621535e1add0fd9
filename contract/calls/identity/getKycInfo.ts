import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { detailsOutcome, detailTexts } from '../../entities/buyer/buyer.ts';

export const getKycInfo = defineCall({
  name: 'getKycInfo',
  tag: 'identity',
  summary: "The buyer's details, masked where sensitive",
  auth: 'required',
  request: z.object({}),
  data: z.object({ isKyc: detailsOutcome, ...detailTexts }),
  errors: [],
  example: {
    request: {},
    data: {
      isKyc: '1',
      firstName: 'Anna',
      lastName: 'W•••',
      birthDate: '1990-••-••',
      citizenship: 'DE',
      city: 'Berlin',
      purpose: 'personal_investment',
      phone: '•••• 1820',
    },
  },
});
