import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { partnerId, payMethod, webAddress } from '../../entities/scalars.ts';

export const partnerInfo = defineCall({
  name: 'partnerInfo',
  tag: 'tracking',
  summary: 'Terms that the operator has configured for the site that opened Slipway',
  auth: 'none',
  request: z.object({
    partnerId: partnerId.max(64).default('0'),
    origin: webAddress.default('').describe('Origin of the page that opened Slipway, as the page reports it'),
    redirectUrl: webAddress
      .default('')
      .describe('URL to which the buyer would return; checked against the allowed origins'),
  }),
  data: z.object({
    partnerId: z.string().describe("'0': no partner"),
    name: z.string(),
    origins: z
      .array(z.string())
      .describe("Origins of the partner's pages: a window opened by one of them may notify it of the order"),
    kind: z.enum(['none', 'payment_partner', 'partner_site']),
    payMethod: payMethod.or(z.literal('')).describe('Preset for the buyer; empty: the buyer chooses'),
    offerType: z.string().describe('Preset for the buyer; empty: the buyer chooses'),
    redirectUrl: z.string().describe('Where the buyer may return to; empty unless the partner is allowed to set it'),
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
