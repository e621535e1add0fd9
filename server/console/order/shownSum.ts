import { type Amount, formatAmount } from '@slipway/money/amount.ts';
import { trimZeros } from '@slipway/money/decimal.ts';

/** A coin may be counted in eighteen digits: beyond these, zeros at the end say nothing. */
export const WANTED_DIGITS = 8;

/** Every digit that is one, and no more zeros than a person expects. */
export function digitsOf(amount: Amount): string {
  return trimZeros(formatAmount(amount), WANTED_DIGITS);
}

export function shownSum(amount: Amount) {
  return { amount: digitsOf(amount), unit: amount.asset.code };
}
