import { type QuoteQuery, readQuoteQuery } from '../features/quote/quoteQuery.ts';

const NO_PARTNER = '0';

/** As Edit reads it, but without a remembered partner: a page in a frame has the one of its query, or none. */
export function readPluginQuery(search: string): QuoteQuery {
  const query = readQuoteQuery(search, undefined);
  return { ...query, partnerId: query.partnerId || NO_PARTNER };
}
