/**
 * Exact decimals: an integer coefficient and a count of fractional digits.
 * Prices, percentages and rates are Decimals; amounts of money are {@link import('./amount.ts').Amount}s.
 */
export type Decimal = { readonly coefficient: bigint; readonly scale: number };

/** Rounding direction of a result that does not fit: `down` is towards zero, `up` away from it. */
export type Rounding = 'down' | 'up';

/** Longest decimal string accepted from outside; anything longer is refused without parsing. */
export const MAX_DECIMAL_LENGTH = 40;

const PLAIN_DECIMAL = /^(?:0|[1-9]\d*)(?:\.(\d+))?$/;

/** Thrown for text that is not a plain unsigned decimal: no sign, no exponent, no leading zeros, no NaN. */
export class DecimalFormatError extends Error {
  override name = 'DecimalFormatError';
}

/** Parses a plain unsigned decimal string without changing its scale. Throws {@link DecimalFormatError}. */
export function parseDecimal(text: string): Decimal {
  if (text.length > MAX_DECIMAL_LENGTH) throw new DecimalFormatError('too long');
  const match = PLAIN_DECIMAL.exec(text);
  if (!match) throw new DecimalFormatError('not a plain decimal');
  const fraction = match[1] ?? '';
  return { coefficient: BigInt(text.replace('.', '')), scale: fraction.length };
}

/** Like {@link parseDecimal}, but accepts a leading minus: parses what {@link formatDecimal} writes. */
export function parseSignedDecimal(text: string): Decimal {
  if (!text.startsWith('-')) return parseDecimal(text);
  const { coefficient, scale } = parseDecimal(text.slice(1));
  return { coefficient: -coefficient, scale };
}

/** Formats a decimal with every digit of its scale: `{ 100n, 2 }` is `"1.00"`. */
export function formatDecimal({ coefficient, scale }: Decimal): string {
  const sign = coefficient < 0n ? '-' : '';
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return scale === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-scale)}`;
}

/** Removes trailing zeros but keeps `leastDigits` fractional digits: `1.500` becomes `1.5`, `100` stays. */
export function trimZeros(text: string, leastDigits = 0): string {
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, leastDigits) + fraction.slice(leastDigits).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { coefficient: a.coefficient * b.coefficient, scale: a.scale + b.scale };
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { coefficient: rescale(a, scale, 'down').coefficient + rescale(b, scale, 'down').coefficient, scale };
}

/** Compares two decimals for a sort: returns a negative number, zero or a positive number. */
export function compare(a: Decimal, b: Decimal): number {
  const left = a.coefficient * powerOfTen(b.scale);
  const right = b.coefficient * powerOfTen(a.scale);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns `a ÷ b` at the given scale. Throws a RangeError if `b` is zero. */
export function divide(a: Decimal, b: Decimal, scale: number, rounding: Rounding): Decimal {
  const numerator = a.coefficient * powerOfTen(b.scale + scale);
  return { coefficient: divideRounded(numerator, b.coefficient * powerOfTen(a.scale), rounding), scale };
}

/** Returns the value with the given number of fractional digits, rounded if digits are lost. */
export function rescale(value: Decimal, scale: number, rounding: Rounding): Decimal {
  if (scale === value.scale) return value;
  if (scale > value.scale) {
    return { coefficient: value.coefficient * powerOfTen(scale - value.scale), scale };
  }
  return { coefficient: divideRounded(value.coefficient, powerOfTen(value.scale - scale), rounding), scale };
}

/** Divides integers with the given rounding, for either sign. */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const quotient = numerator / denominator;
  if (rounding === 'down' || quotient * denominator === numerator) return quotient;
  return numerator < 0n === denominator < 0n ? quotient + 1n : quotient - 1n;
}

export function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent);
}

/** Precomputed powers, enough for all amounts and prices. */
const POWERS_OF_TEN: readonly bigint[] = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));
