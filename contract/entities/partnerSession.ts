import { z } from 'zod';
import { requireAtMostOne, requireFieldIfGiven } from '../fieldRules.ts';
import { inquiry } from './quote.ts';
import {
  amountInputOrBlank,
  currencyCode,
  offerType,
  partnerId,
  payCurrencyCode,
  payMethod,
  receiveCurrencyCode,
  refererOrder,
  refererUrl,
  walletAddress,
  webAddress,
} from './scalars.ts';

const empty = z.literal('');

/** Terms that a partner fixes for one purchase, with `createSession` or in a signed link. The buyer chooses the omitted ones. */
export const sessionTerms = z.object({
  sendCurrency: payCurrencyCode.or(empty).default(''),
  sendCurrencyAmount: inquiry.shape.sendCurrencyAmount,
  getCurrency: receiveCurrencyCode.or(empty).default(''),
  getCurrencyAmount: amountInputOrBlank
    .default('')
    .describe('Requires getCurrency; set at most one of the two amounts'),
  amountFixed: z.boolean().default(true).describe('True: an order with a different amount or pair is refused'),
  address: walletAddress.or(empty).default('').describe('Requires getCurrency'),
  addressFixed: z.boolean().default(true).describe('True: an order to a different address is refused'),
  payMethod: payMethod.or(empty).default('').describe('Payment method; empty: the buyer chooses'),
  offerType: offerType.max(64).default(''),
  redirectUrl: webAddress.default('').describe('URL to which the buyer returns; only of an allowed origin'),
  reference: z.string().max(256).default('').describe("The partner's reference for the purchase; returned unchanged"),
  refererUrl: refererUrl.default(''),
  referer_order: refererOrder.max(64).default(''),
  goodsOrderAmount: amountInputOrBlank
    .default('')
    .describe('Price of the goods order that this purchase pays for; also the amount of the purchase if none is set'),
  goodsOrderCurrency: currencyCode.or(empty).default('').describe('Currency of goodsOrderAmount: set both or neither'),
});

export const sessionRules = [
  requireAtMostOne('sendCurrencyAmount', 'getCurrencyAmount'),
  requireFieldIfGiven('sendCurrencyAmount', 'sendCurrency'),
  requireFieldIfGiven('getCurrencyAmount', 'getCurrency'),
  requireFieldIfGiven('goodsOrderAmount', 'goodsOrderCurrency'),
  requireFieldIfGiven('goodsOrderCurrency', 'goodsOrderAmount'),
  requireFieldIfGiven('address', 'getCurrency'),
];

export type SessionTerms = z.output<typeof sessionTerms>;

/** Result of opening a session or signed link, which is possible once: the input for the page's order. */
export const openedSession = sessionTerms.extend({
  partnerId,
  partnerSession: z.string().describe('Send it with the order: the fixed terms are checked again then'),
});
