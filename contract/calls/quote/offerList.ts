import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { offer } from '../../entities/quote.ts';
import { payMethodOrDefault, quoteToken } from '../../entities/scalars.ts';

export const offerList = defineCall({
  name: 'offerList',
  tag: 'quote',
  summary: "Every provider's offer for the quote, the largest receive amount first",
  auth: 'optional',
  request: z.object({ token: quoteToken, payMethod: payMethodOrDefault }),
  data: z.object({
    offerList: z.array(offer).describe('Offers, the largest receive amount first'),
    missing: z.array(z.string()).describe('Names of the providers that did not answer in time'),
  }),
  errors: [
    'price_expired',
    'price_unavailable',
    'method_unavailable',
    'no_provider',
    'pay_amount_below_minimum',
    'pay_amount_above_maximum',
    'pay_limits_exceeded',
  ],
  example: {
    request: { token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl', payMethod: 'credit_debit_card' },
    data: {
      offerList: [
        {
          offerType: 'slipway',
          offerName: 'Slipway',
          offerImg: '/images/offers/slipway.svg',
          offerSendAmount: '100.00',
          offerGetAmount: '0.00155735',
          processingFee: '4.20',
          transNetworkFee: '1.23',
          feeCurrency: 'EUR',
          expectedMinutes: 12,
          identity: 'basic',
          needsAccount: false,
          bestRate: true,
          record: null,
          worseAtCheckout: false,
          referencePrice: '60123.45',
          price: '60724.6845',
          spreadAmount: '0.94',
        },
      ],
      missing: [],
    },
  },
});
