import { formatDecimal, parseDecimal, powerOfTen, trimZeros } from './decimal.ts';

const PERCENT_DIGITS = 2;
/** From 0 to less than 100, with so many digits that the fraction has at most eighteen. */
const PERCENTAGE = /^(?:\d|[1-9]\d)(?:\.\d{1,16})?$/;

/** A fraction of one in percent, exactly: `3.5` for `0.035`. Throws DecimalFormatError. */
export function percentOfFraction(fraction: string): string {
  const { coefficient, scale } = parseDecimal(fraction);
  return trimZeros(formatDecimal({ coefficient: coefficient * powerOfTen(PERCENT_DIGITS), scale }));
}

/** A percentage as a fraction of one, exactly: `0.035` for `3.5`. Undefined unless it is from 0 to less than 100. */
export function fractionOfPercent(percent: string): string | undefined {
  if (!PERCENTAGE.test(percent)) return undefined;
  const { coefficient, scale } = parseDecimal(percent);
  return trimZeros(formatDecimal({ coefficient, scale: scale + PERCENT_DIGITS }));
}
