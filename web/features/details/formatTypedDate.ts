import { removeInvisible } from '@slipway/contract/plainText.ts';
import { toAsciiDigits } from '@slipway/contract/toAsciiDigits.ts';

const SEPARATORS = /\D+/;
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/**
 * Formats a date while it is typed, towards `1990-05-31`: inserts hyphens between digits, replaces other separators,
 * and reverses a complete day-first date with dots.
 */
export function formatTypedDate(entered: string): string {
  const text = removeInvisible(toAsciiDigits(entered)).trimStart();
  const dayFirst = DAY_FIRST.exec(text.trimEnd());
  if (dayFirst) return [dayFirst[3], padDatePart(dayFirst[2]), padDatePart(dayFirst[1])].join('-');
  const parts = text.trimEnd().split(SEPARATORS);
  const [first = ''] = parts;
  if (parts.length === 1) return groupDigits(first);
  // Day first, incomplete.
  if (first.length <= 2) return text;
  return parts
    .slice(0, 3)
    .map((part, index) => (index === 1 && parts.length > 2 ? padDatePart(part) : part.slice(0, index === 0 ? 4 : 2)))
    .join('-');
}

function groupDigits(digits: string): string {
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].filter((part) => part !== '').join('-');
}

function padDatePart(part = ''): string {
  return part.slice(0, 2).padStart(2, '0');
}

/** Returns the date with two-digit month and day for sending; while typing, `1990-5-3` may still be incomplete. */
export function completeDate(typed: string): string {
  return typed.replace(
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/,
    (_date, year, month, day) => `${year}-${padDatePart(month)}-${padDatePart(day)}`,
  );
}
