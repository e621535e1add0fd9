/** The exchange's exact arithmetic: bigints in units of one ten-billionth, for prices and amounts. */
const DIGITS = 10;
const ONE = 10n ** BigInt(DIGITS);

/** Parses a plain decimal of at most ten fractional digits; throws for anything else. */
export function toFixedPoint(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,10}))?$/.exec(text);
  if (!match) throw new RangeError(`${text} is not a decimal of at most ${DIGITS} digits`);
  const value = BigInt(match[2] ?? '0') * ONE + BigInt((match[3] ?? '').padEnd(DIGITS, '0'));
  return match[1] ? -value : value;
}

/** Formats with exactly this many fractional digits; throws if digits would be lost. */
export function fromFixedPoint(value: bigint, decimals: number): string {
  const surplus = 10n ** BigInt(DIGITS - decimals);
  if (value % surplus !== 0n) throw new RangeError(`${value} has more than ${decimals} decimals`);
  const digits = (value < 0n ? -value : value) / surplus;
  const text = digits.toString().padStart(decimals + 1, '0');
  const sign = value < 0n ? '-' : '';
  return decimals === 0 ? sign + text : `${sign}${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

/** Multiplies and rounds to this many decimals, halves away from zero, as exchanges round bookings. */
export function multiplyRounded(a: bigint, b: bigint, decimals: number): bigint {
  return roundDivide(a * b, ONE * 10n ** BigInt(DIGITS - decimals)) * 10n ** BigInt(DIGITS - decimals);
}

/** Divides and rounds to this many decimals, halves away from zero. */
export function divideRounded(a: bigint, b: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(DIGITS - decimals);
  return roundDivide(a * ONE, b * step) * step;
}

/** Returns true if the value has at most this many decimals. */
export function hasAtMostDecimals(value: bigint, decimals: number): boolean {
  return value % 10n ** BigInt(DIGITS - decimals) === 0n;
}

function roundDivide(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n;
  return (numerator * 2n + sign * denominator) / (denominator * 2n);
}
