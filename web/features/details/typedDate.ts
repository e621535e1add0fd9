import { asciiDigits } from '@slipway/contract/asciiDigits.ts';
import { removeInvisible } from '@slipway/contract/plainText.ts';

const SEPARATORS = /\D+/;
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/**
 * A date as it is typed, on its way to `1990-05-31`: hyphens come by themselves between digits, other separators become
 * hyphens, and a date with dots that is written day first is turned round once it is complete.
 */
export function typedDate(entered: string): string {
  const text = removeInvisible(asciiDigits(entered)).trimStart();
  const dayFirst = DAY_FIRST.exec(text.trimEnd());
  if (dayFirst) return [dayFirst[3], padded(dayFirst[2]), padded(dayFirst[1])].join('-');
  const parts = text.trimEnd().split(SEPARATORS);
  const [first = ''] = parts;
  if (parts.length === 1) return grouped(first);
  // Day first, not complete yet.
  if (first.length <= 2) return text;
  return parts
    .slice(0, 3)
    .map((part, index) => (index === 1 && parts.length > 2 ? padded(part) : part.slice(0, index === 0 ? 4 : 2)))
    .join('-');
}

function grouped(digits: string): string {
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].filter((part) => part !== '').join('-');
}

function padded(part = ''): string {
  return part.slice(0, 2).padStart(2, '0');
}

/** The date with two digits for month and day, as it is sent: `1990-5-3` may go on while it is typed. */
export function completedDate(typed: string): string {
  return typed.replace(
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/,
    (_date, year, month, day) => `${year}-${padded(month)}-${padded(day)}`,
  );
}
