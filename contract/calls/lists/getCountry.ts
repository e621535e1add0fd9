import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { countryCode } from '../../entities/scalars.ts';

export const getCountry = defineCall({
  name: 'getCountry',
  tag: 'lists',
  summary: 'Countries for citizenship and billing address',
  auth: 'none',
  request: z.object({}),
  data: z.array(z.object({ code: countryCode, country: z.string().describe('Name of the country') })),
  errors: [],
  example: { request: {}, data: [{ code: 'DE', country: 'Germany' }] },
});
