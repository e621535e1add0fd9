import { z } from 'zod';
import { atMostOneOf } from '../fieldRules.ts';
import {
  amountInputOrBlank,
  amountText,
  currencyCode,
  epochSeconds,
  payMethod,
  quoteToken,
  webAddress,
} from './scalars.ts';

/** Input of a quote. */
export const inquiry = z.object({
  sendCurrency: currencyCode.or(z.literal('')),
  sendCurrencyAmount: amountInputOrBlank.default(''),
  getCurrency: currencyCode.or(z.literal('')),
  getCurrencyAmount: amountInputOrBlank.default(''),
  token: quoteToken.or(z.literal('')).optional(),
  partnerId: z.string().max(64).default('0'),
  payMethod: payMethod.or(z.literal('')).default(''),
  offerType: z.string().max(64).default(''),
  reference: z.string().max(256).optional(),
  refererUrl: webAddress.optional(),
  intercept: z.union([z.string().max(8), z.number()]).optional(),
});

/** One amount is given; the other one is blank. */
export const inquiryRules = [atMostOneOf('sendCurrencyAmount', 'getCurrencyAmount')];

const requiredIdentity = z
  .enum(['none', 'basic', 'document'])
  .describe('Identity data that this buyer must still provide for this amount');

export const quote = z
  .object({
    sendCurrency: z.string(),
    sendCurrencyAmount: amountText,
    getCurrency: z.string(),
    getCurrencyAmount: amountText,
    expireTime: epochSeconds,
    token: z.string(),
    payMethod,
    offerType: z.string(),
    processingFee: amountText,
    transNetworkFee: amountText,
    feeCurrency: z.string(),
    methodList: z.array(payMethod),
    offerList: z.array(z.string()),
    methodListImage: z.array(z.string()),
    side: z.enum(['Pay', 'Get']).describe('The amount that the buyer entered'),
    price: amountText.describe('All-in price of one unit of the crypto, in the pay currency'),
    referencePrice: amountText.describe('Mid-market price'),
    spreadAmount: amountText.describe('sendCurrencyAmount − fees − getCurrencyAmount × referencePrice'),
    priceAgainstMarket: z.string().describe('Difference from the market price in percent, signed, two decimals'),
    identity: requiredIdentity,
  })
  .meta({ id: 'Quote' });

export type Quote = z.infer<typeof quote>;

export const methodPrice = z
  .object({
    payMethod,
    image2: z.string(),
    sendCurrency: z.string(),
    sendCurrencyAmount: amountText,
    getCurrency: z.string(),
    getCurrencyAmount: amountText,
    processingFee: amountText,
    transNetworkFee: amountText,
    feeCurrency: z.string(),
    sendCoin: z.object({ sendAmount: amountText }),
    getCoin: z.object({ getAmount: amountText }),
    available: z.boolean(),
    reason: z
      .object({ error: z.string(), facts: z.record(z.string(), z.union([z.string(), z.number()])) })
      .nullable()
      .describe('Reason why a listed method cannot pay this amount'),
  })
  .meta({ id: 'MethodPrice' });

export const offer = z
  .object({
    offerType: z.string(),
    offerName: z.string(),
    offerImg: z.string(),
    offerSendAmount: amountText,
    offerGetAmount: amountText,
    processingFee: amountText,
    transNetworkFee: amountText,
    feeCurrency: z.string(),
    expectedMinutes: z.int().describe('Minutes from payment to delivery, including the days of a bank transfer'),
    identity: requiredIdentity,
    needsAccount: z.boolean().describe('True if buying requires an account at this provider'),
    bestRate: z.boolean().describe('True if no other offer delivers more'),
    record: z
      .object({
        orders: z.int(),
        medianPercent: z
          .string()
          .describe('Difference of the delivered from the offered amount in percent, signed, two decimals'),
        worstPercent: z.string(),
      })
      .nullable()
      .describe("Results of this provider's recent orders; null if there were fewer than ten"),
    worseAtCheckout: z.boolean().describe('True if its checkout has charged more, or delivered less, than its offers'),
    referencePrice: amountText,
    price: amountText,
    spreadAmount: amountText,
  })
  .meta({ id: 'Offer' });

export type Offer = z.infer<typeof offer>;
