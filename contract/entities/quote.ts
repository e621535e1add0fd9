import { z } from 'zod';
import { errorDetail } from '../envelope.ts';
import { requireAtMostOne } from '../fieldRules.ts';
import {
  amountInputOrBlank,
  amountText,
  epochSeconds,
  fees,
  intercept,
  offerType,
  partnerId,
  payCurrencyCode,
  payMethod,
  payMethodOrDefault,
  price,
  quoteToken,
  receiveCurrencyCode,
  refererUrl,
  signedQuote,
  tradedAmounts,
} from './scalars.ts';

/** Request for a quote. Call names contain `Inquiry` for this; it is unrelated to a card bank's inquiry about a payment. */
export const inquiry = z.object({
  sendCurrency: payCurrencyCode.or(z.literal('')),
  sendCurrencyAmount: amountInputOrBlank
    .default('')
    .describe('Amount that the buyer pays, fees included; empty in an inquiry from the receive side'),
  getCurrency: receiveCurrencyCode.or(z.literal('')),
  getCurrencyAmount: amountInputOrBlank
    .default('')
    .describe('Amount that the buyer gets, after fees; empty in an inquiry from the pay side'),
  token: quoteToken.or(z.literal('')).optional(),
  partnerId: partnerId.max(64).default('0'),
  payMethod: payMethodOrDefault,
  offerType: offerType.max(64).default(''),
  reference: z.string().max(256).optional().describe("The partner's reference for the purchase"),
  refererUrl: refererUrl.optional(),
  intercept,
});

/** At most one of the two amounts may be given. */
export const inquiryRules = [requireAtMostOne('sendCurrencyAmount', 'getCurrencyAmount')];

const referencePrice = amountText.describe('Mid-market price');

const requiredIdentity = z
  .enum(['none', 'basic', 'document'])
  .describe('Identity data that this buyer must still provide for this amount');

export const quote = z
  .object({
    ...tradedAmounts,
    expireTime: epochSeconds,
    token: signedQuote,
    payMethod,
    offerType,
    ...fees,
    methodList: z.array(payMethod).describe('Payment methods for this pair'),
    offerList: z.array(z.string()).describe('Ids of the providers that offer this pair'),
    methodListImage: z.array(z.string()).describe('Pictures of the payment methods, in the same order'),
    side: z.enum(['Pay', 'Get']).describe('The amount that the buyer entered'),
    price: amountText.describe('All-in price of one unit of the crypto, in the pay currency'),
    referencePrice,
    spreadAmount: amountText.describe('sendCurrencyAmount − fees − getCurrencyAmount × referencePrice'),
    priceAgainstMarket: z.string().describe('Difference from the market price in percent, signed, two decimals'),
    identity: requiredIdentity,
  })
  .meta({ id: 'Quote' });

export type Quote = z.infer<typeof quote>;

export const methodPrice = z
  .object({
    payMethod,
    image2: z.string().describe('Picture of the payment method'),
    ...tradedAmounts,
    ...fees,
    sendCoin: z.object({ sendAmount: amountText }),
    getCoin: z.object({ getAmount: amountText }),
    available: z.boolean().describe('False: cannot be chosen for this amount'),
    reason: z
      .object({ error: z.string(), facts: errorDetail.shape.facts })
      .nullable()
      .describe('Reason why a listed method cannot pay this amount'),
  })
  .meta({ id: 'MethodPrice' });

export const offer = z
  .object({
    offerType,
    offerName: z.string().describe("The provider's name"),
    offerImg: z.string().describe("The provider's logo"),
    offerSendAmount: amountText.describe('Total amount that this provider charges'),
    offerGetAmount: amountText.describe('Amount that this provider delivers'),
    ...fees,
    expectedMinutes: z.int().describe('Minutes from payment to delivery, including the days of a bank transfer'),
    identity: requiredIdentity,
    needsAccount: z.boolean().describe('True if buying requires an account at this provider'),
    bestRate: z.boolean().describe('True if no other offer delivers more'),
    record: z
      .object({
        orders: z.int().describe('Number of these orders'),
        medianPercent: z
          .string()
          .describe('Difference of the delivered from the offered amount in percent, signed, two decimals'),
        worstPercent: z.string().describe('The same difference, of the worst of these orders'),
      })
      .nullable()
      .describe("Results of this provider's recent orders; null if there were fewer than ten"),
    worseAtCheckout: z.boolean().describe('True if its checkout has charged more, or delivered less, than its offers'),
    referencePrice,
    price,
    spreadAmount: amountText.describe('Cost of the price against the market price, in the pay currency'),
  })
  .meta({ id: 'Offer' });

export type Offer = z.infer<typeof offer>;
