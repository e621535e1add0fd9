import { trimZeros } from '@slipway/money/decimal.ts';

const MINUS = '\u2212';
const SIGNIFICANT_DIGITS = 5;
const FIGURE = /^([-+]?)(\d+)(\.\d+)?$/;

/** A longer fraction, its point included, has four or more decimals, as crypto has: its trailing zeros carry no information. */
const LONG_FRACTION = 4;
const LEAST_DECIMALS = 2;

/**
 * Formats a decimal string with thousands separators and a true minus: `1,640.00`, `−75.00`. Keeps every digit but the
 * trailing zeros of a long fraction, of which two decimals remain.
 */
export function formatGroupedDecimal(amount: string): string {
  const [, sign = '', whole = '', fraction = ''] = FIGURE.exec(amount) ?? [];
  if (whole === '') throw new Error(`${amount} is no decimal amount`);
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${sign === '-' ? MINUS : sign}${grouped}${fraction.length > LONG_FRACTION ? trimZeros(fraction, LEAST_DECIMALS) : fraction}`;
}

/**
 * Cuts a decimal string for an overview to the digits that matter: two decimals from a hundred on, else five significant
 * digits. Truncates towards zero, so that no more is shown than there is.
 */
export function shortenDecimal(amount: string): string {
  const [, sign = '', whole = '', fraction = ''] = FIGURE.exec(amount) ?? [];
  const zeros = /^0*$/.test(whole) ? (/^\.(0*)/.exec(fraction)?.[1]?.length ?? 0) : 0;
  const integerDigits = whole.replace(/^0+/, '').length;
  const decimals = Math.max(
    LEAST_DECIMALS,
    integerDigits === 0 ? zeros + SIGNIFICANT_DIGITS : SIGNIFICANT_DIGITS - integerDigits,
  );
  return trimZeros(`${sign}${whole}${fraction.slice(0, decimals + 1)}`, LEAST_DECIMALS);
}

/** Returns `1,640.00 EUR`, with a no-break space. */
export function formatAmountWithCode(amount: string, code: string): string {
  return `${formatGroupedDecimal(amount)}\u00a0${code}`;
}

export function isZero(amount: string): boolean {
  return /^[-+]?0+(?:\.0+)?$/.test(amount);
}

export function isNegative(amount: string): boolean {
  return amount.startsWith('-') && !isZero(amount);
}
