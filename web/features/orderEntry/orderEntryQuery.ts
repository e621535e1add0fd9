import { type QuoteQuery, readQuoteQuery } from '../quote/quoteQuery.ts';

/** The query of /order: as Edit's, and `side` says which of two amounts counts. */
export function readOrderQuery(search: string): QuoteQuery {
  const query = readQuoteQuery(search, undefined);
  return { ...query, side: sideOf(query, new URLSearchParams(search).get('side')) };
}

/** The wanted side while its amount is given. */
function sideOf(query: QuoteQuery, wanted: string | null): QuoteQuery['side'] {
  switch (wanted?.trim().toLowerCase()) {
    case 'get':
      return query.getCurrencyAmount === '' ? query.side : 'Get';
    case 'pay':
      return query.sendCurrencyAmount === '' ? query.side : 'Pay';
    default:
      return query.side;
  }
}
