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
  const isReceivedAmount = old.getCurrencyAmount !== renewed.getCurrencyAmount;
  // Before the first quote a purchase has only one amount.
  const before = parseDecimal((isReceivedAmount ? old.getCurrencyAmount : old.sendCurrencyAmount) || '0');
  const now = parseDecimal(isReceivedAmount ? renewed.getCurrencyAmount : renewed.sendCurrencyAmount);
  const delta = add(now, { ...before, coefficient: -before.coefficient });
  const format = (amount: Decimal) => formatDecimal(rescale(amount, delta.scale, 'down'));
  return {
    kind: `${isReceivedAmount ? 'get' : 'pay'}_${delta.coefficient < 0n ? 'less' : 'more'}`,
    before: format(before),
    now: format(now),
    difference: format(delta).replace('-', ''),
  };
}
