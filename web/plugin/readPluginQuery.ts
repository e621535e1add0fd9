import { type QuoteQuery, readQuoteQuery } from '../features/quote/link/quoteQuery.ts';

const NO_PARTNER = '0';

/** Parses the query like Edit, but without a remembered partner: a framed page has the partner of its query, or none. */
export function readPluginQuery(search: string): QuoteQuery {
  const query = readQuoteQuery(search, undefined);
  return { ...query, partnerId: query.partnerId || NO_PARTNER };
}
