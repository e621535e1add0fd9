import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { billingAddress } from '../../entities/buyer/buyer.ts';

export const getBillingAddress = defineCall({
  name: 'getBillingAddress',
  tag: 'payment',
  summary: 'The most recently used billing address',
  auth: 'required',
  request: z.object({}),
  data: billingAddress.nullable(),
  errors: [],
  example: {
    request: {},
    data: { name: 'Anna Weber', country: 'DE', city: 'Berlin', zip: '10115', address: 'Invalidenstraße 44' },
  },
});
