import { type QuoteQuery, readQuoteQuery } from '../features/quote/quoteQuery.ts';

const NO_PARTNER = '0';

/** As Edit reads it; but a page in a frame remembers no partner: without one in the query there is none. */
export function readPluginQuery(search: string): QuoteQuery {
  const query = readQuoteQuery(search, undefined);
  return { ...query, partnerId: query.partnerId || NO_PARTNER };
}
