import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { methodPrice } from '../../entities/quote.ts';
import { quoteToken } from '../../entities/scalars.ts';

export const priceList = defineCall({
  name: 'priceList',
  tag: 'quote',
  summary: 'Price of the quote for each payment method',
  auth: 'none',
  request: z.object({ token: quoteToken }),
  data: z.object({ priceList: z.array(methodPrice) }),
  errors: ['price_expired'],
  example: {
    request: { token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' },
    data: {
      priceList: [
        {
          payMethod: 'credit_debit_card',
          image2: '/images/methods/credit_debit_card.svg',
          sendCurrency: 'EUR',
          sendCurrencyAmount: '100.00',
          getCurrency: 'BTC',
          getCurrencyAmount: '0.00155735',
          processingFee: '4.20',
          transNetworkFee: '1.23',
          feeCurrency: 'EUR',
          sendCoin: { sendAmount: '100.00' },
          getCoin: { getAmount: '0.00155735' },
          available: true,
          reason: null,
        },
      ],
    },
  },
});
