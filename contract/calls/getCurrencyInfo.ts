import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { amountText, currencyCode } from '../entities/scalars.ts';

export const getCurrencyInfo = defineCall({
  name: 'getCurrencyInfo',
  tag: 'lists',
  summary: 'What the short buying page says of a crypto',
  auth: 'none',
  request: z.object({ currency: currencyCode }),
  data: z.object({
    code: currencyCode.describe('Wire id of the crypto'),
    symbol: z.string(),
    currency: z.string().describe('Its name'),
    networkName: z.string(),
    imgUrl: z.string(),
    vol24: amountText.nullable().describe('Traded in the last 24 hours, in dollars; null when no exchange says'),
    minAmount: amountText.describe('Of the crypto'),
    maxAmount: amountText.describe('Of the crypto'),
    decimals: z.int(),
    isHot: z.boolean(),
  }),
  errors: ['receive_currency_unsupported'],
  example: {
    request: { currency: 'BTC' },
    data: {
      code: 'BTC',
      symbol: 'BTC',
      currency: 'Bitcoin',
      networkName: 'Bitcoin',
      imgUrl: '/images/coins/btc.svg',
      vol24: '1284500321',
      minAmount: '0.00029814',
      maxAmount: '0.14907110',
      decimals: 8,
      isHot: true,
    },
  },
});
