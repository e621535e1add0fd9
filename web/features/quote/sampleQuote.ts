import type { Quote } from './quoteReducer.ts';

/** Sample quote for tests; its figures add up. */
export const sampleQuote: Quote = {
  sendCurrency: 'EUR',
  sendCurrencyAmount: '100.00',
  getCurrency: 'BTC',
  getCurrencyAmount: '0.00164609',
  expireTime: 1_755_000_060,
  token: 'quote-token',
  payMethod: 'credit_debit_card',
  offerType: 'slipway',
  processingFee: '2.75',
  transNetworkFee: '0.74',
  feeCurrency: 'EUR',
  methodList: ['credit_debit_card', 'bank_transfer'],
  offerList: ['slipway'],
  methodListImage: [],
  side: 'Pay',
  price: '58629.66',
  referencePrice: '58268.40',
  spreadAmount: '0.59',
  priceAgainstMarket: '+0.62',
  identity: 'basic',
};
