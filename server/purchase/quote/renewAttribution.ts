import { NO_PARTNER } from '../../partner/partner.ts';
import type { IssuedQuote } from './quoteToken.ts';

/** The partner that referred the buyer, and its references of the purchase; '' if absent. */
export type QuoteAttribution = Pick<IssuedQuote, 'partnerId' | 'reference' | 'refererUrl'>;

/**
 * Returns the attribution of a quote that replaces an earlier one. A purchase keeps its partner each time it is priced again,
 * since the browser may have visited another partner meanwhile. Values that the earlier quote lacks come from the inquiry,
 * unless they are another partner's.
 */
export function renewAttribution(former: QuoteAttribution | undefined, current: QuoteAttribution): QuoteAttribution {
  if (!former || former.partnerId === NO_PARTNER) return mergeAttributions(current, former);
  const isOtherPartner = current.partnerId !== NO_PARTNER && current.partnerId !== former.partnerId;
  return mergeAttributions(former, isOtherPartner ? undefined : current);
}

function mergeAttributions(first: QuoteAttribution, second: QuoteAttribution | undefined): QuoteAttribution {
  return {
    partnerId: first.partnerId,
    reference: first.reference || (second?.reference ?? ''),
    refererUrl: first.refererUrl || (second?.refererUrl ?? ''),
  };
}
