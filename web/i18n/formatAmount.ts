import { textDirection } from '@slipway/contract/textDirection.ts';
import { trimZeros } from '@slipway/money/decimal.ts';
import { NO_BREAK_SPACE } from './noBreakSpace.ts';

const MINUS = '\u2212';
/** Unicode bidirectional controls: the text between them is laid out separately in its own direction. */
const LEFT_TO_RIGHT = '\u2066';
const RIGHT_TO_LEFT = '\u2067';
const END = '\u2069';
/** An amount with more decimals is a crypto amount, whose trailing zeros are dropped. */
const MAX_FIAT_DECIMALS = 3;

type Separators = {
  readonly group: (whole: string) => string;
  /** Grouping mark: `,` in English, `.` in German. */
  readonly groupMark: string;
  readonly decimal: string;
};

const separators = new Map<string, Separators>();

/**
 * Formats a limit, share or rate for the language in Latin digits. Drops trailing zeros if it has more than three decimals.
 * `digits` is a plain decimal string, optionally signed.
 */
export function formatDigits(digits: string, locale: string): string {
  return isolateFigure(formatPlainDigits(trimTrailingZeros(digits), locale), locale);
}

/** Formats `12,500.00` with all digits and without directional marks, for an input field. */
export function formatFigure(digits: string, locale: string): string {
  return formatPlainDigits(digits, locale);
}

/**
 * Formats `100.00 EUR` or `0.00158730 BTC` with all digits, so that an amount looks the same everywhere. The figure
 * precedes the code in reading order, also in right-to-left languages.
 */
export function formatAmount(digits: string, code: string, locale: string): string {
  const written = isolateFigure(formatPlainDigits(digits, locale), locale);
  return isolateReadingOrder(written + NO_BREAK_SPACE + code, locale);
}

/** Formats `+0.62%` with the language's sign and spacing. */
export function formatPercent(digits: string, locale: string): string {
  return isolateFigure(
    insertIntoPattern(formatPlainDigits(trimTrailingZeros(digits), locale), locale, { style: 'percent' }),
    locale,
  );
}

/** Formats `$1,284,500`, for large amounts that are not paid. */
export function formatDollars(digits: string, locale: string): string {
  const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  return isolateReadingOrder(insertIntoPattern(formatDigits(digits, locale), locale, dollars), locale);
}

/** Returns the decimal mark: `.` in English, `,` in German. */
export function getDecimalMark(locale: string): string {
  return getSeparators(locale).decimal;
}

/** Turns `230.140000` into `230.14` and `0.00153400` into `0.001534`; fiat amounts keep their zeros. */
export function trimTrailingZeros(digits: string): string {
  const [, fraction = ''] = digits.split('.');
  return fraction.length <= MAX_FIAT_DECIMALS ? digits : trimZeros(digits, 2);
}

function formatPlainDigits(digits: string, locale: string): string {
  const sign = digits.startsWith('-') ? MINUS : digits.startsWith('+') ? '+' : '';
  const [whole = '0', fraction] = digits.replace(/^[+-]/, '').split('.');
  const { group, decimal } = getSeparators(locale);
  return `${sign}${group(whole)}${fraction === undefined ? '' : decimal + fraction}`;
}

/** Figures are left-to-right in every language, with the sign in front. */
function isolateFigure(written: string, locale: string): string {
  return textDirection(locale) === 'rtl' ? LEFT_TO_RIGHT + written + END : written;
}

function isolateReadingOrder(written: string, locale: string): string {
  return textDirection(locale) === 'rtl' ? RIGHT_TO_LEFT + written + END : written;
}

/** Inserts the figure into the language's pattern of signs and symbols. */
function insertIntoPattern(written: string, locale: string, style: Intl.NumberFormatOptions): string {
  const format = new Intl.NumberFormat(locale, { ...style, numberingSystem: 'latn', maximumFractionDigits: 0 });
  return format
    .formatToParts(0)
    .map(({ type, value }) =>
      type === 'integer' ? written : type === 'currency' ? isolateFigure(value, locale) : value,
    )
    .join('');
}

/** Returns the language's separators for Latin digits. */
export function getSeparators(locale: string): Separators {
  const cached = separators.get(locale);
  if (cached) return cached;
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  // Some languages group only from five digits.
  const parts = format.formatToParts(12_345.5);
  const findMark = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  const made = {
    group: (whole: string) => format.format(BigInt(whole || '0')),
    groupMark: findMark('group'),
    decimal: findMark('decimal'),
  };
  separators.set(locale, made);
  return made;
}
