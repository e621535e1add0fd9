import type { Draft } from '../../draft/draft.ts';
import type { QuoteQuery } from './quoteQuery.ts';

/**
 * Returns the quote token that the page's first quote continues, from the link or else from this tab, so that the
 * purchase stays attributed to its partner. Returns '' if there is none, or if the link names a partner: that starts a
 * new purchase.
 */
export function findPreviousToken(
  { partnerId, token }: Pick<QuoteQuery, 'partnerId' | 'token'>,
  { quoteToken }: Pick<Draft, 'quoteToken'>,
): string {
  return partnerId === '' ? token || quoteToken : '';
}
