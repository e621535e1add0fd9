import type { QuoteQuery } from '../features/quote/quoteQuery.ts';
import type { Inquiry, Quote } from '../features/quote/quoteReducer.ts';

/** The whole purchase, with everything chosen in its query. */
const FLOW_PATH = '/order';
const NO_PARTNER = '0';

type Choice = {
  readonly inquiry: Inquiry;
  readonly quote: Quote;
  readonly query: QuoteQuery;
  /** The page around the frame. */
  readonly refererUrl: string;
  /** The framer's origin, as the browser gives it; '' when there is none: the query's then counts. */
  readonly hostOrigin: string;
};

/** Where Continue leads. Empty things are left out. */
export function flowUrl({ inquiry, quote, query, refererUrl, hostOrigin }: Choice): string {
  const chosen = {
    defaultSendCurrency: quote.sendCurrency,
    defaultSendCurrencyAmount: quote.sendCurrencyAmount,
    defaultGetCurrency: quote.getCurrency,
    defaultGetCurrencyAmount: quote.getCurrencyAmount,
    side: inquiry.side,
    token: quote.token,
    // What was asked for and cannot be paid with inside a frame may well be in a window of its own.
    payMethod: inquiry.payMethod || query.payMethod,
    offerType: inquiry.offerType,
    address: query.address,
    redirectUrl: query.redirectUrl,
    reference: query.reference,
    referer_order: query.refererOrder,
    refererUrl: refererUrl,
    partnerId: query.partnerId === NO_PARTNER ? '' : query.partnerId,
    session: query.session,
    origin: hostOrigin || query.origin,
  };
  return `${FLOW_PATH}?${new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''))}`;
}
