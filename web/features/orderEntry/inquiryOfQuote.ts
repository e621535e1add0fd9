import type { CallData } from '@slipway/contract/calls.ts';
import type { Inquiry } from '../quote/quoteReducer.ts';

type Quote = CallData<'offerInquiry'>;

/** What a quote was asked for, by any provider. */
export function inquiryOfQuote(quote: Quote): Omit<Inquiry, 'offerType'> {
  const { side, sendCurrency, getCurrency, sendCurrencyAmount, getCurrencyAmount, payMethod } = quote;
  return {
    side,
    sendCurrency,
    getCurrency,
    payMethod,
    amount: side === 'Pay' ? sendCurrencyAmount : getCurrencyAmount,
  };
}
