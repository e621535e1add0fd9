import type { CallRequest } from '@slipway/contract/calls.ts';
import { inquiryRequest as requestOf } from '@slipway/contract/firstQuote.ts';
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

/** A quote's request. */
export function inquiryRequest(inquiry: Inquiry, context: InquiryContext): CallRequest<'offerInquiry'> {
  return requestOf(inquiry, {
    token: context.token ?? '',
    partnerId: context.partnerId || rememberedPartner(),
    ...context.references(),
  });
}
