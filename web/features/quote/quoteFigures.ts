import type { CallData } from '@slipway/contract/calls.ts';
import { add, formatDecimal, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { trimTrailingZeros } from '../../i18n/formatAmount.ts';
import type { QuoteState } from './quoteReducer.ts';

export type MethodPrice = CallData<'priceList'>['priceList'][number];

/** Everything that the screen shows of a quote, by one payment method; null where there is nothing to show. */
export type QuoteFigures = {
  readonly pay: string;
  readonly receive: string;
  readonly processingFee: string;
  readonly networkFee: string;
  readonly feeCurrency: string;
  /** Paid minus both fees: what is converted. */
  readonly converted: string;
  /** All-in price of one unit of the crypto. */
  readonly price: string;
  /** Signed percent against the market. */
  readonly againstMarket: string;
  /** The buyer will be asked for a document. */
  readonly asksDocument: boolean;
};

/** The quote's figures, or those of the chosen method where its prices are known. */
export function quoteFigures(state: QuoteState, method: MethodPrice | undefined): QuoteFigures | null {
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
    converted: without(sendCurrencyAmount, sum(processingFee, transNetworkFee)),
    price: quote.price,
    againstMarket: quote.priceAgainstMarket,
    asksDocument: quote.identity === 'document',
  };
}

/** What a field shows: the typed amount on its side, the quoted one on the other; '' while there is none. */
export function shownAmounts(state: QuoteState, figures: QuoteFigures | null): { pay: string; receive: string } {
  if (figures) return { pay: figures.pay, receive: figures.receive };
  const { inquiry } = state;
  if (!inquiry) return { pay: '', receive: '' };
  return inquiry.side === 'Pay' ? { pay: inquiry.amount, receive: '' } : { pay: '', receive: inquiry.amount };
}

/** Both fees, to the two decimals that a tile shows (three where the currency has them); rounded up, never understated. */
export function shownFee(processingFee: string, networkFee: string): string {
  const total = parseDecimal(sum(processingFee, networkFee));
  return formatDecimal(total.scale > 3 ? rescale(total, 2, 'up') : total);
}

/** A rate is read, not added up: enough digits to compare, and always the decimals of its currency. */
export function shownRate(price: string, currency: string): string {
  const { decimals: least } = fiatAsset(currency);
  const value = parseDecimal(price);
  const [whole = '', fraction = ''] = price.split('.');
  const zerosInFront = /^0*/.exec(fraction)?.[0].length ?? 0;
  const significant = whole === '0' ? zerosInFront + 6 : 6 - whole.length;
  const read = rescale(value, Math.max(least, Math.min(value.scale, significant)), 'up');
  return trimTrailingZeros(formatDecimal(read));
}

export function isZero(amount: string): boolean {
  return parseDecimal(amount).coefficient === 0n;
}

function sum(a: string, b: string): string {
  return formatDecimal(add(parseDecimal(a), parseDecimal(b)));
}

function without(a: string, b: string): string {
  const taken = parseDecimal(b);
  return formatDecimal(add(parseDecimal(a), { ...taken, coefficient: -taken.coefficient }));
}
