import { type Amount, formatAmount } from '@slipway/money/amount.ts';

/** A coin may be counted in eighteen digits: beyond these, zeros at the end say nothing. */
export const WANTED_DIGITS = 8;

/** Every digit that is one, and no more zeros than a person expects. */
export function digitsOf(amount: Amount): string {
  const text = formatAmount(amount);
  const point = text.indexOf('.');
  if (point < 0) return text;
  const kept = point + 1 + WANTED_DIGITS;
  return text.slice(0, kept) + text.slice(kept).replace(/0+$/, '');
}

export function shownSum(amount: Amount) {
  return { amount: digitsOf(amount), unit: amount.asset.code };
}
