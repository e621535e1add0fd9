import { NO_PARTNER } from '../../partner/partner.ts';
import type { IssuedQuote } from './quoteToken.ts';

/** Who led the buyer to a quote, and what they say of the purchase; '' where nobody said. */
export type QuoteSender = Pick<IssuedQuote, 'partnerId' | 'reference' | 'refererUrl'>;

/**
 * Who led the buyer to a quote that follows another one. A purchase keeps its partner however often it is priced anew:
 * meanwhile the browser may have met another one. What the inquiry says counts where the former quote says nothing, and is
 * of the same partner or of nobody.
 */
export function renewedSender(former: QuoteSender | undefined, said: QuoteSender): QuoteSender {
  if (!former || former.partnerId === NO_PARTNER) return joined(said, former);
  const ofAnother = said.partnerId !== NO_PARTNER && said.partnerId !== former.partnerId;
  return joined(former, ofAnother ? undefined : said);
}

function joined(first: QuoteSender, second: QuoteSender | undefined): QuoteSender {
  return {
    partnerId: first.partnerId,
    reference: first.reference || (second?.reference ?? ''),
    refererUrl: first.refererUrl || (second?.refererUrl ?? ''),
  };
}
