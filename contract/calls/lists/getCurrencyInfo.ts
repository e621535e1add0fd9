import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { decimals } from '../../entities/catalog.ts';
import { amountText, currencyCode, imgUrl, networkName, symbol } from '../../entities/scalars.ts';

export const getCurrencyInfo = defineCall({
  name: 'getCurrencyInfo',
  tag: 'lists',
  summary: 'Data of a crypto for the short buying page',
  auth: 'none',
  request: z.object({ currency: currencyCode }),
  data: z.object({
    code: currencyCode.describe('Wire id of the crypto'),
    symbol,
    currency: z.string().describe('Name of the crypto'),
    networkName,
    imgUrl,
    vol24: amountText
      .nullable()
      .describe('Trading volume of the last 24 hours in US dollars; null if no exchange reports it'),
    minAmount: amountText.describe('In units of the crypto'),
    maxAmount: amountText.describe('In units of the crypto'),
    decimals,
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
