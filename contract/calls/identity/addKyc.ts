import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { detailsOutcome, kycDetails, kycLevel } from '../../entities/buyer/buyer.ts';

export const addKyc = defineCall({
  name: 'addKyc',
  tag: 'identity',
  summary: "Stores and checks the buyer's basic details",
  auth: 'required',
  request: kycDetails,
  data: z.object({ isKyc: detailsOutcome, kyc_level: kycLevel }),
  errors: ['too_young', 'citizenship_unsupported', 'phone_invalid', 'details_verified'],
  example: {
    request: {
      firstName: 'Anna',
      lastName: 'Weber',
      birthDate: '1990-05-31',
      citizenship: 'DE',
      city: 'Berlin',
      purpose: 'personal_investment',
      phone: '+49 30 901820',
    },
    data: { isKyc: '1', kyc_level: 1 },
  },
});
