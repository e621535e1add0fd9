import { z } from 'zod';
import { atMostOneOf, requireFieldIfGiven } from '../fieldRules.ts';
import { amountInputOrBlank, currencyCode, payMethod, walletAddress, webAddress } from './scalars.ts';

const empty = z.literal('');

/** Terms that a partner fixes for one purchase, with `createSession` or in a signed link. The buyer chooses the omitted ones. */
export const sessionTerms = z.object({
  sendCurrency: currencyCode.or(empty).default(''),
  sendCurrencyAmount: amountInputOrBlank.default(''),
  getCurrency: currencyCode.or(empty).default(''),
  getCurrencyAmount: amountInputOrBlank.default('').describe('At most one of the two amounts'),
  amountFixed: z.boolean().default(true).describe('Whether an order of another amount or another pair is refused'),
  address: walletAddress.or(empty).default('').describe('Needs getCurrency'),
  addressFixed: z.boolean().default(true).describe('Whether an order to another address is refused'),
  payMethod: payMethod.or(empty).default(''),
  offerType: z.string().max(64).default(''),
  redirectUrl: webAddress.default('').describe('Where the buyer goes back to; only an origin that is allowed'),
  reference: z.string().max(256).default('').describe('What the partner calls this purchase; it is told back'),
  refererUrl: webAddress.default(''),
  referer_order: z.string().max(64).default(''),
  goodsOrderAmount: amountInputOrBlank
    .default('')
    .describe('What the order of goods costs that this pays for; the amount of the purchase too, where none is named'),
  goodsOrderCurrency: currencyCode.or(empty).default('').describe('Of goodsOrderAmount'),
});

export const sessionRules = [
  atMostOneOf('sendCurrencyAmount', 'getCurrencyAmount'),
  requireFieldIfGiven('sendCurrencyAmount', 'sendCurrency'),
  requireFieldIfGiven('getCurrencyAmount', 'getCurrency'),
  requireFieldIfGiven('goodsOrderAmount', 'goodsOrderCurrency'),
  requireFieldIfGiven('goodsOrderCurrency', 'goodsOrderAmount'),
  requireFieldIfGiven('address', 'getCurrency'),
];

export type SessionTerms = z.output<typeof sessionTerms>;

/** Result of opening a session or signed link, which is possible once: the input for the page's order. */
export const openedSession = sessionTerms.extend({
  partnerId: z.string(),
  partnerSession: z.string().describe('Goes with the order: what was fixed is checked again then'),
});
