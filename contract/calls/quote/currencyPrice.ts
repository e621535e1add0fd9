import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { amountText, currencyCode, currencyId, price, tradedAmounts } from '../../entities/scalars.ts';

export const currencyPrice = defineCall({
  name: 'currencyPrice',
  tag: 'quote',
  summary: 'A crypto’s market price, its change over a day, and a week of prices for a small chart',
  auth: 'none',
  request: z.object({
    currency: currencyCode,
    sendCurrency: currencyCode
      .optional()
      .describe("Currency of the price; default: the currency of the buyer's country"),
  }),
  data: z.object({
    currency: currencyId,
    sendCurrency: tradedAmounts.sendCurrency,
    price: amountText.describe('Mid-market price'),
    change24h: z.string().nullable().describe('In percent, signed, two decimals'),
    points: z
      .array(z.object({ at: z.iso.datetime(), price }))
      .describe('One per hour of the last 7 days, oldest first, at most 169'),
  }),
  errors: ['receive_currency_unsupported', 'pay_currency_unsupported', 'price_unavailable'],
  example: {
    request: { currency: 'BTC', sendCurrency: 'EUR' },
    data: {
      currency: 'BTC',
      sendCurrency: 'EUR',
      price: '60123.45',
      change24h: '+1.24',
      points: [{ at: '2026-11-21T09:15:00.000Z', price: '60101.2' }],
    },
  },
});
