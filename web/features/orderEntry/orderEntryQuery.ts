import { type QuoteQuery, readQuoteQuery } from '../quote/link/quoteQuery.ts';

/**
 * Parses the query of /order, which is the query of Edit plus `side`: the side whose amount is used if both amounts are
 * given.
 */
export function readOrderQuery(search: string): QuoteQuery {
  const query = readQuoteQuery(search, undefined);
  return { ...query, side: chooseSide(query, new URLSearchParams(search).get('side')) };
}

/** Returns the requested side if its amount is given, otherwise the side of `query`. */
function chooseSide(query: QuoteQuery, wanted: string | null): QuoteQuery['side'] {
  switch (wanted?.trim().toLowerCase()) {
    case 'get':
      return query.getCurrencyAmount === '' ? query.side : 'Get';
    case 'pay':
      return query.sendCurrencyAmount === '' ? query.side : 'Pay';
    default:
      return query.side;
  }
}
