import { removeInvisible } from '@slipway/contract/plainText.ts';
import { toAsciiDigits } from '@slipway/contract/toAsciiDigits.ts';
import type { DateFormat, DatePart } from './dateFormat.ts';

const YEAR_FIRST = /^(\d{4})\D+(\d{1,2})\D+(\d{1,2})(?!\d)/;
const YEAR_LAST = /^(\d{1,2})(\D+)(\d{1,2})\D+(\d{4})(?!\d)/;
const EIGHT_DIGITS = /^\d{8}$/;
const WIDTHS: Readonly<Record<DatePart, number>> = { year: 4, month: 2, day: 2 };
const LETTERS = /[a-z]/i;

/**
 * Formats a date while it is typed: inserts the format's separators between digits. A complete date in another order
 * that can only be meant in one way, such as `1990-05-31`, is put into the format's order.
 */
export function formatTypedDate(entered: string, format: DateFormat): string {
  const typed = toPlainDigits(entered);
  const complete = hasFullWidth(typed) ? readTypedDate(typed, format) : null;
  if (complete !== null) return formatIsoDay(complete, format);
  const parts = LETTERS.test(typed) ? null : splitIntoParts(typed, format);
  return parts?.join(format.separator) ?? typed;
}

/**
 * Returns the complete date as `1990-05-31`; days and months may have one digit. Returns null if the date is incomplete,
 * impossible or ambiguous.
 */
export function readTypedDate(entered: string, { order, separator }: DateFormat): string | null {
  const typed = toPlainDigits(entered);
  const yearFirst = YEAR_FIRST.exec(typed);
  if (yearFirst) return toIsoDay(yearFirst[1], yearFirst[2], yearFirst[3]);
  const digits = typed.replaceAll(separator, '');
  if (EIGHT_DIGITS.test(digits)) {
    const inOrder = cutByOrder(digits, order);
    return toIsoDay(inOrder.year, inOrder.month, inOrder.day) ?? readYearFirst(digits);
  }
  const yearLast = YEAR_LAST.exec(typed);
  if (!yearLast) return null;
  const [, first, between = '', second, year] = yearLast;
  // In a format with the year first, only dots show that the day comes first.
  if (order[0] === 'month') return toIsoDay(year, first, second);
  return order[0] === 'day' || between.trim() === '.' ? toIsoDay(year, second, first) : null;
}

/** Returns `1990-05-31` in the format's order: `05/31/1990`. Text that is not a complete date is returned unchanged. */
export function formatIsoDay(isoDay: string, { order, separator }: DateFormat): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDay) ?? [];
  if (year === '') return isoDay;
  const parts = { year, month, day };
  return order.map((part) => parts[part]).join(separator);
}

function toPlainDigits(entered: string): string {
  return removeInvisible(toAsciiDigits(entered)).trim();
}

/** Returns true if month and day have two digits, so the date cannot get longer by typing on. */
function hasFullWidth(typed: string): boolean {
  return /^(\d{4}\D+\d{2}\D+\d{2}(?!\d)|\d{2}\D+\d{2}\D+\d{4}(?!\d)|\d{8}$)/.test(typed) || isEightDigits(typed);
}

function isEightDigits(typed: string): boolean {
  return EIGHT_DIGITS.test(typed.replaceAll(/[./-]/g, ''));
}

/** Splits the digits typed so far; returns null if they do not follow the format's order. */
function splitIntoParts(typed: string, { order }: DateFormat): readonly string[] | null {
  const typedParts = typed.split(/\D+/).slice(0, order.length);
  const parts: string[] = [];
  for (const [index, digits] of typedParts.entries()) {
    const isLast = index === typedParts.length - 1;
    const part = order[parts.length] ?? 'day';
    if (!isLast && (digits === '' || digits.length > WIDTHS[part] || (part === 'year' && digits.length < WIDTHS.year)))
      return null;
    if (isLast) parts.push(...cutIntoParts(digits, order.slice(parts.length)));
    else parts.push(digits);
  }
  return parts;
}

/** Cuts digits typed without separators by the widths of the parts; further digits are dropped. */
function cutIntoParts(digits: string, order: readonly DatePart[]): string[] {
  const [part, ...others] = order;
  if (part === undefined) return [];
  const head = digits.slice(0, WIDTHS[part]);
  const rest = digits.slice(WIDTHS[part]);
  return rest === '' ? [head] : [head, ...cutIntoParts(rest, others)];
}

function cutByOrder(digits: string, order: readonly DatePart[]): Record<DatePart, string> {
  const parts = cutIntoParts(digits, order);
  return Object.fromEntries(order.map((part, index) => [part, parts[index] ?? ''])) as Record<DatePart, string>;
}

function readYearFirst(digits: string): string | null {
  return toIsoDay(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6));
}

/** Returns null for a month or day that no calendar has; whether the day exists is checked with the form. */
function toIsoDay(year = '', month = '', day = ''): string | null {
  const isPossible =
    Number(year) >= 1000 && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  return isPossible ? [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-') : null;
}
