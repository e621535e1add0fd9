import { add, type Decimal, formatDecimal, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import type { ShownAmounts } from './renewQuote.ts';

/** How a renewed quote differs from the one that was last seen; all figures with as many decimals, to be compared by looking. */
export type AmountChange = {
  readonly kind: 'get_less' | 'get_more' | 'pay_less' | 'pay_more';
  readonly before: string;
  readonly now: string;
  /** Without a sign. */
  readonly difference: string;
};

/** What is got, where that has changed; else what is paid. */
export function amountChangeOf(old: ShownAmounts, renewed: ShownAmounts): AmountChange {
  const receives = old.getCurrencyAmount !== renewed.getCurrencyAmount;
  // A purchase that no quote was seen of yet has one amount alone.
  const before = parseDecimal((receives ? old.getCurrencyAmount : old.sendCurrencyAmount) || '0');
  const now = parseDecimal(receives ? renewed.getCurrencyAmount : renewed.sendCurrencyAmount);
  const grown = add(now, { ...before, coefficient: -before.coefficient });
  const written = (amount: Decimal) => formatDecimal(rescale(amount, grown.scale, 'down'));
  return {
    kind: `${receives ? 'get' : 'pay'}_${grown.coefficient < 0n ? 'less' : 'more'}`,
    before: written(before),
    now: written(now),
    difference: written(grown).replace('-', ''),
  };
}
