import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { payMethod, webAddress } from '../entities/scalars.ts';

export const partnerInfo = defineCall({
  name: 'partnerInfo',
  tag: 'tracking',
  summary: 'What the site that opened Slipway has agreed with the operator',
  auth: 'none',
  request: z.object({
    partnerId: z.string().max(64).default('0'),
    origin: webAddress.default('').describe('The page that opened Slipway, as it says itself'),
    redirectUrl: webAddress.default(''),
  }),
  data: z.object({
    partnerId: z.string().describe("'0': no partner"),
    name: z.string(),
    origins: z
      .array(z.string())
      .describe('Where its pages are: a window that one of them has opened may tell it of the order'),
    kind: z.enum(['none', 'payment_partner', 'partner_site']),
    payMethod: payMethod.or(z.literal('')).describe('Chosen for the buyer; empty: their choice'),
    offerType: z.string().describe('Likewise'),
    redirectUrl: z.string().describe('Where the buyer may go back to; empty unless this partner is allowed it'),
  }),
  errors: [],
  example: {
    request: { origin: 'https://shop.example' },
    data: {
      partnerId: 'shop',
      name: 'Example Shop',
      origins: ['https://shop.example'],
      kind: 'partner_site',
      payMethod: 'credit_debit_card',
      offerType: 'slipway',
      redirectUrl: '',
    },
  },
});
