import { add, compare, divide, formatDecimal, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import { subtractDecimals } from '@slipway/money/orderFigures.ts';

/** Difference between the deliverable and the quoted amount. Plain decimal strings. */
export type RequoteFigures = {
  readonly kind: 'less' | 'more';
  /** Unsigned. */
  readonly amount: string;
  /** Signed, with two decimals: `-3.00`. */
  readonly percent: string;
};

const PERCENT_SCALE = 2;

export function computeRequoteFigures(quoted: string, now: string): RequoteFigures {
  const [old, renewed] = [parseDecimal(quoted), parseDecimal(now)];
  const less = compare(renewed, old) < 0;
  const amount = less ? subtractDecimals(quoted, now) : subtractDecimals(now, quoted);
  const share = multiply(parseDecimal(amount), parseDecimal('100'));
  const exact = divide(share, old, PERCENT_SCALE + 1, 'down');
  const percent = rescale(add(exact, { coefficient: 5n, scale: PERCENT_SCALE + 1 }), PERCENT_SCALE, 'down');
  return { kind: less ? 'less' : 'more', amount, percent: `${less ? '-' : '+'}${formatDecimal(percent)}` };
}
