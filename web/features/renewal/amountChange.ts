import { add, type Decimal, formatDecimal, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import type { ShownAmounts } from './renewQuote.ts';

/**
 * Difference between a renewed quote and the one last shown; all figures have the same number of decimals for easy
 * comparison.
 */
export type AmountChange = {
  readonly kind: 'get_less' | 'get_more' | 'pay_less' | 'pay_more';
  readonly before: string;
  readonly now: string;
  /** Unsigned. */
  readonly difference: string;
};

/** Returns the change of the amount received, or, if that is equal, of the amount paid. */
export function computeAmountChange(old: ShownAmounts, renewed: ShownAmounts): AmountChange {
  const receives = old.getCurrencyAmount !== renewed.getCurrencyAmount;
  // Before the first quote a purchase has only one amount.
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
