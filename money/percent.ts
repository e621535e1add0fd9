import { formatDecimal, parseDecimal, powerOfTen, trimZeros } from './decimal.ts';

const PERCENT_DIGITS = 2;
/** From 0 to less than 100, with at most 16 decimals so that the fraction has at most 18. */
const PERCENTAGE = /^(?:\d|[1-9]\d)(?:\.\d{1,16})?$/;

/** Converts a fraction of one to percent, exactly: `3.5` for `0.035`. Throws DecimalFormatError. */
export function fractionToPercent(fraction: string): string {
  const { coefficient, scale } = parseDecimal(fraction);
  return trimZeros(formatDecimal({ coefficient: coefficient * powerOfTen(PERCENT_DIGITS), scale }));
}

/** Converts a percentage to a fraction of one, exactly: `0.035` for `3.5`. Undefined unless from 0 to less than 100. */
export function percentToFraction(percent: string): string | undefined {
  if (!PERCENTAGE.test(percent)) return undefined;
  const { coefficient, scale } = parseDecimal(percent);
  return trimZeros(formatDecimal({ coefficient, scale: scale + PERCENT_DIGITS }));
}
