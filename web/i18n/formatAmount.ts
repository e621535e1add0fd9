import { textDirection } from '@slipway/contract/textDirection.ts';
import { trimZeros } from '@slipway/money/decimal.ts';
import { NO_BREAK_SPACE } from './unbroken.ts';

const MINUS = '\u2212';
/** Marks of Unicode's bidirectional algorithm: what stands between them is laid out by itself, in a direction of its own. */
const LEFT_TO_RIGHT = '\u2066';
const RIGHT_TO_LEFT = '\u2067';
const END = '\u2069';
/** Beyond this many decimals an amount is a crypto's: its trailing zeros say nothing. */
const MOST_FIAT_DECIMALS = 3;

type Separators = {
  readonly group: (whole: string) => string;
  /** Between thousands: `,` in English, `.` in German. */
  readonly groupMark: string;
  readonly decimal: string;
};

const separators = new Map<string, Separators>();

/**
 * A limit, a share or a rate as the language writes it in Latin digits, without zeros that say nothing. `digits` is a plain
 * decimal string, maybe with a sign.
 */
export function formatDigits(digits: string, locale: string): string {
  return figure(plainDigits(trimTrailingZeros(digits), locale), locale);
}

/** `12,500.00` with every digit and without marks of direction: for a field of figures alone. */
export function formatFigure(digits: string, locale: string): string {
  return plainDigits(digits, locale);
}

/**
 * `100.00 EUR`, `0.00158730 BTC`, every digit kept, so that an amount looks the same in its field, its summary and beside
 * another one. A reader meets the figure first and the code after it, also from right to left.
 */
export function formatAmount(digits: string, code: string, locale: string): string {
  const written = figure(plainDigits(digits, locale), locale);
  return inReadingOrder(written + NO_BREAK_SPACE + code, locale);
}

/** `+0.62%`, with the language's own sign and space. */
export function formatPercent(digits: string, locale: string): string {
  return figure(inPattern(plainDigits(trimTrailingZeros(digits), locale), locale, { style: 'percent' }), locale);
}

/** `$1,284,500`: for large sums that are not paid. */
export function formatDollars(digits: string, locale: string): string {
  const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  return inReadingOrder(inPattern(formatDigits(digits, locale), locale, dollars), locale);
}

/** The mark before the decimals: `.` in English, `,` in German. */
export function decimalMarkOf(locale: string): string {
  return separatorsOf(locale).decimal;
}

/** `230.140000` becomes `230.14`, `0.00153400` becomes `0.001534`; fiat keeps its zeros. */
export function trimTrailingZeros(digits: string): string {
  const [, fraction = ''] = digits.split('.');
  return fraction.length <= MOST_FIAT_DECIMALS ? digits : trimZeros(digits, 2);
}

function plainDigits(digits: string, locale: string): string {
  const sign = digits.startsWith('-') ? MINUS : digits.startsWith('+') ? '+' : '';
  const [whole = '0', fraction] = digits.replace(/^[+-]/, '').split('.');
  const { group, decimal } = separatorsOf(locale);
  return `${sign}${group(whole)}${fraction === undefined ? '' : decimal + fraction}`;
}

/** Figures run from left to right in every language, their sign in front. */
function figure(written: string, locale: string): string {
  return textDirection(locale) === 'rtl' ? LEFT_TO_RIGHT + written + END : written;
}

function inReadingOrder(written: string, locale: string): string {
  return textDirection(locale) === 'rtl' ? RIGHT_TO_LEFT + written + END : written;
}

/** The figure among the signs that the language puts around it. */
function inPattern(written: string, locale: string, style: Intl.NumberFormatOptions): string {
  const format = new Intl.NumberFormat(locale, { ...style, numberingSystem: 'latn', maximumFractionDigits: 0 });
  return format
    .formatToParts(0)
    .map(({ type, value }) => (type === 'integer' ? written : type === 'currency' ? figure(value, locale) : value))
    .join('');
}

/** How the language writes figures in Latin digits. */
export function separatorsOf(locale: string): Separators {
  const known = separators.get(locale);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  // Some languages group from five digits on.
  const parts = format.formatToParts(12_345.5);
  const markOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  const made = {
    group: (whole: string) => format.format(BigInt(whole || '0')),
    groupMark: markOf('group'),
    decimal: markOf('decimal'),
  };
  separators.set(locale, made);
  return made;
}
