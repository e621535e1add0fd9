import type { QuoteQuery } from '../features/quote/link/quoteQuery.ts';
import type { Inquiry, Quote } from '../features/quote/quoteReducer.ts';

/** Start of the full purchase; all choices are in its query. */
const FLOW_PATH = '/order';
const NO_PARTNER = '0';

type Choice = {
  readonly inquiry: Inquiry;
  readonly quote: Quote;
  readonly query: QuoteQuery;
  /** URL of the page around the frame. */
  readonly refererUrl: string;
  /** The framing page's origin from the browser; if '', the query's origin is used. */
  readonly hostOrigin: string;
};

/** Returns the URL that Continue opens. Empty values are omitted. */
export function buildFlowUrl({ inquiry, quote, query, refererUrl, hostOrigin }: Choice): string {
  const chosen = {
    defaultSendCurrency: quote.sendCurrency,
    defaultSendCurrencyAmount: quote.sendCurrencyAmount,
    defaultGetCurrency: quote.getCurrency,
    defaultGetCurrencyAmount: quote.getCurrencyAmount,
    side: inquiry.side,
    token: quote.token,
    // A requested method that does not work inside a frame may work in a top-level window.
    payMethod: inquiry.payMethod || query.payMethod,
    offerType: inquiry.offerType,
    address: query.address,
    redirectUrl: query.redirectUrl,
    reference: query.reference,
    referer_order: query.refererOrder,
    refererUrl,
    partnerId: query.partnerId === NO_PARTNER ? '' : query.partnerId,
    session: query.session,
    origin: hostOrigin || query.origin,
  };
  return `${FLOW_PATH}?${new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''))}`;
}
