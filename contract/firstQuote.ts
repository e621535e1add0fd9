import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import type { CallData, CallName, CallRequest } from './calls.ts';

/**
 * Builds the requests of the first purchase page. The page and the server must build them identically: the server includes
 * the answers in the page's document.
 */

type PayCurrency = CallData<'payList'>[number];
type ReceiveCurrency = CallData<'getList'>[number];

/** Id of the element with the answers that were sent in a document as JSON. */
export const DOCUMENT_ANSWERS_ID = 'sent-answers';

export type DocumentAnswers = {
  /** The server's time of the answers, in the format of a `Date` header (RFC 9110, 5.6.7). */
  readonly date: string;
  /** Each with the whole envelope, exactly as its call would answer. */
  readonly answers: readonly {
    readonly call: CallName;
    readonly request: object;
    readonly answer: object;
  }[];
};

const INTERCEPT = 2;

/** Returns the request for both lists of currencies. */
export function buildListRequest(offerType: string) {
  return { intercept: INTERCEPT, offerType };
}

/** Input of a quote. The amount belongs to the side that was typed. */
export type Inquiry = {
  readonly side: 'Pay' | 'Get';
  /** Plain decimal in the currency of that side; '' if nothing was entered. */
  readonly amount: string;
  readonly sendCurrency: string;
  readonly getCurrency: string;
  /** '' if the operator chooses. */
  readonly payMethod: string;
  readonly offerType: string;
};

/** Attribution of a quote. */
export type QuoteAttribution = {
  /** Token of the previous quote, '' for none: a quote inherits the attribution of its predecessor. */
  readonly token: string;
  readonly partnerId: string;
  readonly reference: string;
  readonly refererUrl: string;
};

/** Returns the request for a quote. Equal inquiries give equal text, by which an answer in the document is found. */
export function buildInquiryRequest(
  { side, amount, sendCurrency, getCurrency, payMethod, offerType }: Inquiry,
  { token, partnerId, reference, refererUrl }: QuoteAttribution,
): CallRequest<'offerInquiry'> {
  return {
    sendCurrency,
    sendCurrencyAmount: side === 'Pay' ? amount : '',
    getCurrency,
    getCurrencyAmount: side === 'Get' ? amount : '',
    token,
    partnerId,
    payMethod: payMethod as CallRequest<'offerInquiry'>['payMethod'],
    offerType,
    reference,
    refererUrl,
    intercept: INTERCEPT,
  };
}

/** Returns the default inquiry; undefined if nothing can be bought. */
export function buildDefaultInquiry(
  pays: readonly PayCurrency[],
  [receive]: readonly ReceiveCurrency[],
  normalCurrency: string,
): Inquiry | undefined {
  const pay = findFirstListed([normalCurrency], pays);
  if (!pay || !receive) return undefined;
  return {
    side: 'Pay',
    amount: chooseDefaultAmount(pay),
    sendCurrency: pay.currency,
    getCurrency: receive.currency,
    payMethod: '',
    offerType: '',
  };
}

/** Returns the first wanted currency in the list, otherwise the list's first entry. */
export function findFirstListed<Entry extends { readonly currency: string }>(
  wanted: readonly string[],
  list: readonly Entry[],
): Entry | undefined {
  for (const currency of wanted) {
    const entry = list.find((candidate) => candidate.currency === currency);
    if (entry) return entry;
  }
  return list[0];
}

export const DEFAULT_AMOUNT = '100';

/**
 * Returns 100 if the limits allow it (not for yen or won, for example), otherwise ten times the whole part of the minimum, or
 * the minimum if that is 0 or above the maximum.
 */
export function chooseDefaultAmount({ minAmount, maxAmount }: Pick<PayCurrency, 'minAmount' | 'maxAmount'>): string {
  const hundred = parseDecimal(DEFAULT_AMOUNT);
  if (compare(hundred, parseDecimal(minAmount)) >= 0 && compare(hundred, parseDecimal(maxAmount)) <= 0)
    return DEFAULT_AMOUNT;
  const [whole = '0'] = minAmount.split('.');
  return compare(parseDecimal(`${whole}0`), parseDecimal(maxAmount)) <= 0 && whole !== '0' ? `${whole}0` : minAmount;
}
