import type { CallRequest } from '@slipway/contract/calls.ts';
import { buildInquiryRequest } from '@slipway/contract/firstQuote.ts';
import type { InquiryReferences } from '../draft/references.ts';
import { getRememberedPartner } from '../partner/rememberPartner.ts';
import type { Inquiry } from './quoteReducer.ts';

/** Request fields that come from the page and not from the inquiry. */
export type InquiryContext = {
  /** Token of the quote that this one continues; the new quote keeps its partner. */
  readonly token?: string;
  readonly partnerId?: string;
  /** Called for each request. */
  readonly references: () => InquiryReferences;
};

/** Builds the request for a quote. */
export function buildQuoteRequest(inquiry: Inquiry, context: InquiryContext): CallRequest<'offerInquiry'> {
  return buildInquiryRequest(inquiry, {
    token: context.token ?? '',
    partnerId: context.partnerId || getRememberedPartner(),
    ...context.references(),
  });
}
