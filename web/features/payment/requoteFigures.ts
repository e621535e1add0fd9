import { add, compare, divide, formatDecimal, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import { without } from '@slipway/money/orderFigures.ts';

/** How the amount that can be delivered now differs from the one that was quoted. Plain decimal strings. */
export type RequoteFigures = {
  readonly kind: 'less' | 'more';
  /** Without a sign. */
  readonly amount: string;
  /** With one, two digits after the point: `-3.00`. */
  readonly percent: string;
};

const PERCENT_SCALE = 2;

export function requoteFigures(quoted: string, now: string): RequoteFigures {
  const [old, renewed] = [parseDecimal(quoted), parseDecimal(now)];
  const less = compare(renewed, old) < 0;
  const amount = less ? without(quoted, now) : without(now, quoted);
  const share = multiply(parseDecimal(amount), parseDecimal('100'));
  const exact = divide(share, old, PERCENT_SCALE + 1, 'down');
  const percent = rescale(add(exact, { coefficient: 5n, scale: PERCENT_SCALE + 1 }), PERCENT_SCALE, 'down');
  return { kind: less ? 'less' : 'more', amount, percent: `${less ? '-' : '+'}${formatDecimal(percent)}` };
}
