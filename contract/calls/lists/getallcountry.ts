import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { countryList } from '../../entities/catalog.ts';

export const getallcountry = defineCall({
  name: 'getallcountry',
  tag: 'lists',
  summary: 'Countries, and the country from which the request comes',
  auth: 'none',
  get: true,
  request: z.object({}),
  data: countryList,
  errors: [],
  example: {
    request: {},
    data: {
      currCode: 'DE',
      isBan: 0,
      currCountry: 'Germany',
      list: [{ currency: 'EUR', code: 'DE', country: 'Germany' }],
    },
  },
});
