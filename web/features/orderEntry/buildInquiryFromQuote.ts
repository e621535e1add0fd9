import type { CallData } from '@slipway/contract/calls.ts';
import type { Inquiry } from '../quote/quoteReducer.ts';

type Quote = CallData<'offerInquiry'>;

/** Returns the inquiry that produced a quote, without its provider. */
export function buildInquiryFromQuote(quote: Quote): Omit<Inquiry, 'offerType'> {
  const { side, sendCurrency, getCurrency, sendCurrencyAmount, getCurrencyAmount, payMethod } = quote;
  return {
    side,
    sendCurrency,
    getCurrency,
    payMethod,
    amount: side === 'Pay' ? sendCurrencyAmount : getCurrencyAmount,
  };
}
