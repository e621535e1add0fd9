import type { CallRequest } from '@slipway/contract/calls.ts';
import type { InquiryReferences } from '../draft/references.ts';
import { rememberedPartner } from '../partner/rememberedPartner.ts';
import type { Inquiry } from './quoteReducer.ts';

/** Fields of the request that are the page's, not the inquiry's. */
export type InquiryContext = {
  /** Of the quote that the first one follows: who led to that one has led to all of them. */
  readonly token?: string;
  readonly partnerId?: string;
  /** Read for each question. */
  readonly references: () => InquiryReferences;
};

/** A quote's request, to the letter the same for the same inquiry: an answer that was asked for ahead is found by it. */
export function inquiryRequest(inquiry: Inquiry, context: InquiryContext): CallRequest<'offerInquiry'> {
  const { side, amount, sendCurrency, getCurrency, payMethod, offerType } = inquiry;
  return {
    sendCurrency,
    sendCurrencyAmount: side === 'Pay' ? amount : '',
    getCurrency,
    getCurrencyAmount: side === 'Get' ? amount : '',
    token: context.token ?? '',
    partnerId: context.partnerId || rememberedPartner(),
    payMethod: payMethod as CallRequest<'offerInquiry'>['payMethod'],
    offerType,
    ...context.references(),
    intercept: 2,
  };
}
