import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import type { CallData, CallName, CallRequest } from './calls.ts';

/**
 * What the first page of a purchase asks, to the letter, by whoever asks it: the page itself, or the server, which sends the
 * answers along with the page's document.
 */

type PayCurrency = CallData<'payList'>[number];
type ReceiveCurrency = CallData<'getList'>[number];

/** The answers that came in a document, as JSON in the element of this id. */
export const SENT_ANSWERS_ID = 'sent-answers';

export type SentAnswers = {
  /** The server's time as it answered, as a `Date` header says it (RFC 9110, 5.6.7). */
  readonly date: string;
  /** Each as its call would have answered it: the whole envelope. */
  readonly answers: readonly {
    readonly call: CallName;
    readonly request: object;
    readonly answer: object;
  }[];
};

const INTERCEPT = 2;

/** What both lists of currencies are asked with. */
export function listRequest(offerType: string) {
  return { intercept: INTERCEPT, offerType };
}

/** What a price is asked for. The amount belongs to the side that was typed. */
export type Inquiry = {
  readonly side: 'Pay' | 'Get';
  /** Plain decimal of the currency of that side; '' when nothing was entered. */
  readonly amount: string;
  readonly sendCurrency: string;
  readonly getCurrency: string;
  /** '' lets the operator choose. */
  readonly payMethod: string;
  readonly offerType: string;
};

/** Who led to a quote. */
export type QuoteSender = {
  /** '' for none. Of the quote that this one follows: who led to that one has led to all of them. */
  readonly token: string;
  readonly partnerId: string;
  readonly reference: string;
  readonly refererUrl: string;
};

/** The same text for the same wish: an answer that has come already is found by it. */
export function inquiryRequest(
  { side, amount, sendCurrency, getCurrency, payMethod, offerType }: Inquiry,
  { token, partnerId, reference, refererUrl }: QuoteSender,
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

/** What is asked for where nothing was said before; undefined where nothing can be bought. */
export function usualInquiry(
  pays: readonly PayCurrency[],
  [receive]: readonly ReceiveCurrency[],
  normalCurrency: string,
): Inquiry | undefined {
  const pay = firstListed([normalCurrency], pays);
  if (!pay || !receive) return undefined;
  return {
    side: 'Pay',
    amount: usualAmount(pay),
    sendCurrency: pay.currency,
    getCurrency: receive.currency,
    payMethod: '',
    offerType: '',
  };
}

/** The first of the wishes that is listed, else the list's first. */
export function firstListed<Entry extends { readonly currency: string }>(
  wanted: readonly string[],
  list: readonly Entry[],
): Entry | undefined {
  for (const currency of wanted) {
    const entry = list.find((candidate) => candidate.currency === currency);
    if (entry) return entry;
  }
  return list[0];
}

export const USUAL_AMOUNT = '100';

/** 100, or ten times the least where 100 of the currency is too little (yen, won) or too much. */
export function usualAmount({ minAmount, maxAmount }: Pick<PayCurrency, 'minAmount' | 'maxAmount'>): string {
  const hundred = parseDecimal(USUAL_AMOUNT);
  if (compare(hundred, parseDecimal(minAmount)) >= 0 && compare(hundred, parseDecimal(maxAmount)) <= 0)
    return USUAL_AMOUNT;
  const [whole = '0'] = minAmount.split('.');
  return compare(parseDecimal(`${whole}0`), parseDecimal(maxAmount)) <= 0 && whole !== '0' ? `${whole}0` : minAmount;
}
