import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { countryCode } from '../../entities/scalars.ts';

export const getCity = defineCall({
  name: 'getCity',
  tag: 'lists',
  summary: 'Cities of a country, for suggestions',
  auth: 'none',
  request: z.object({ country: countryCode, search: z.string().max(100).default('') }),
  data: z.array(z.string()),
  errors: [],
  example: { request: { country: 'DE', search: 'Ber' }, data: ['Berlin', 'Bergisch Gladbach'] },
});
