import { NO_PARTNER } from '../../partner/partner.ts';
import type { IssuedQuote } from './quoteToken.ts';

/** The partner that sent the buyer to a quote, and the references of the purchase; '' if absent. */
export type QuoteSender = Pick<IssuedQuote, 'partnerId' | 'reference' | 'refererUrl'>;

/**
 * Returns the sender of a quote that replaces an earlier one. A purchase keeps its partner each time it is priced again,
 * since the browser may have visited another partner meanwhile. Values that the earlier quote lacks come from the inquiry,
 * unless they are another partner's.
 */
export function renewQuoteSender(former: QuoteSender | undefined, currentSender: QuoteSender): QuoteSender {
  if (!former || former.partnerId === NO_PARTNER) return mergeSenders(currentSender, former);
  const isOtherPartner = currentSender.partnerId !== NO_PARTNER && currentSender.partnerId !== former.partnerId;
  return mergeSenders(former, isOtherPartner ? undefined : currentSender);
}

function mergeSenders(first: QuoteSender, second: QuoteSender | undefined): QuoteSender {
  return {
    partnerId: first.partnerId,
    reference: first.reference || (second?.reference ?? ''),
    refererUrl: first.refererUrl || (second?.refererUrl ?? ''),
  };
}
