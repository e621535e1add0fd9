import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { webAddress } from '../../entities/scalars.ts';

export const trackingTypes = [
  'buyCryptoGate',
  'inputPayAmount',
  'selectPayCurrency',
  'inputGetAmount',
  'selectGetCurrency',
  'selectOffer',
  'inputAddress',
  'selectCountry',
] as const;

/** An additional field: short, and not nested. */
const extra = z.union([z.string().max(256), z.number(), z.boolean(), z.null()]);

export const addPoint = defineCall({
  name: 'addPoint',
  tag: 'tracking',
  summary:
    'Records a step of the funnel without delaying the page. Additional fields are stored if they are short and known.',
  auth: 'none',
  request: z
    .object({
      type: z.enum(trackingTypes),
      order_id: z.string().max(64).default(''),
      user_id: z.string().max(64).default('').describe('Random id of the browser'),
      place: webAddress.default('').describe('The page; only its path and known parameters are stored'),
    })
    .catchall(extra),
  data: z.object({}),
  errors: [],
  example: {
    request: { type: 'selectPayCurrency', user_id: '8c1f0e52', place: '/edit', sendCurrency: 'EUR' },
    data: {},
  },
});
