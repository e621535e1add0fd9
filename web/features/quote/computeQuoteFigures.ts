import type { CallData } from '@slipway/contract/calls.ts';
import { add, formatDecimal, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { trimTrailingZeros } from '../../i18n/formatAmount.ts';
import type { QuoteState } from './quoteReducer.ts';

export type MethodPrice = CallData<'priceList'>['priceList'][number];

/** All figures shown for a quote with one payment method. */
export type QuoteFigures = {
  readonly pay: string;
  readonly receive: string;
  readonly processingFee: string;
  readonly networkFee: string;
  readonly feeCurrency: string;
  /** Amount converted: paid minus both fees. */
  readonly converted: string;
  /** All-in price per unit of crypto. */
  readonly price: string;
  /** Signed difference from the market price in percent. */
  readonly marketDifference: string;
  /** An identity document will be required. */
  readonly needsDocument: boolean;
};

/** Returns the quote's figures, with the prices of the chosen method if it is available; null without a quote. */
export function computeQuoteFigures(state: QuoteState, method: MethodPrice | undefined): QuoteFigures | null {
  if (state.status !== 'live' && state.status !== 'expired') return null;
  const { quote } = state;
  const priced = method?.available ? method : quote;
  const { sendCurrencyAmount, getCurrencyAmount, processingFee, transNetworkFee, feeCurrency } = priced;
  return {
    pay: sendCurrencyAmount,
    receive: getCurrencyAmount,
    processingFee,
    networkFee: transNetworkFee,
    feeCurrency,
    converted: subtractDecimals(sendCurrencyAmount, addDecimals(processingFee, transNetworkFee)),
    price: quote.price,
    marketDifference: quote.priceAgainstMarket,
    needsDocument: quote.identity === 'document',
  };
}

/** Returns the contents of both fields: the quoted amounts, or without a quote the requested amount and ''. */
export function chooseShownAmounts(state: QuoteState, figures: QuoteFigures | null): { pay: string; receive: string } {
  if (figures) return { pay: figures.pay, receive: figures.receive };
  const { inquiry } = state;
  if (!inquiry) return { pay: '', receive: '' };
  return inquiry.side === 'Pay' ? { pay: inquiry.amount, receive: '' } : { pay: '', receive: inquiry.amount };
}

const HALF_A_HUNDREDTH = parseDecimal('0.005');

/** Returns the sum of both fees, rounded to two decimals; the method's own figures have all decimals of the currency. */
export function formatTotalFee(processingFee: string, networkFee: string): string {
  const total = parseDecimal(addDecimals(processingFee, networkFee));
  return formatDecimal(total.scale > 2 ? rescale(add(total, HALF_A_HUNDREDTH), 2, 'down') : total);
}

/** Formats a rate with up to six significant digits, rounded up, and at least the decimals of its currency. */
export function formatRate(price: string, currency: string): string {
  const { decimals: minDecimals } = fiatAsset(currency);
  const value = parseDecimal(price);
  const [whole = '', fraction = ''] = price.split('.');
  const zerosInFront = /^0*/.exec(fraction)?.[0].length ?? 0;
  const significant = whole === '0' ? zerosInFront + 6 : 6 - whole.length;
  const rounded = rescale(value, Math.max(minDecimals, Math.min(value.scale, significant)), 'up');
  return trimTrailingZeros(formatDecimal(rounded));
}

export function isZero(amount: string): boolean {
  return parseDecimal(amount).coefficient === 0n;
}

function addDecimals(a: string, b: string): string {
  return formatDecimal(add(parseDecimal(a), parseDecimal(b)));
}

function subtractDecimals(a: string, b: string): string {
  const subtrahend = parseDecimal(b);
  return formatDecimal(add(parseDecimal(a), { ...subtrahend, coefficient: -subtrahend.coefficient }));
}
