import type { Draft } from '../draft/draft.ts';
import type { QuoteQuery } from './quoteQuery.ts';

/**
 * The quote that a page's first one follows, so that the purchase stays its partner's: the link's, else the tab's. A link
 * that names a partner begins another purchase. '' for none.
 */
export function formerToken(
  { partnerId, token }: Pick<QuoteQuery, 'partnerId' | 'token'>,
  { quoteToken }: Pick<Draft, 'quoteToken'>,
): string {
  return partnerId === '' ? token || quoteToken : '';
}
