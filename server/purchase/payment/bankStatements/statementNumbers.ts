const DAY_MS = 86_400_000;

type Numbered = { readonly number: number; readonly pageNumber: number | null; readonly closedOn: string };

/** Compares the number of a statement with that of the preceding one. */
export function compareStatementNumbers(before: Numbered, next: Numbered): 'in_order' | 'repeated' | 'gap' {
  if (isDateBasedNumber(before.number, before.closedOn) && isDateBasedNumber(next.number, next.closedOn))
    return 'in_order';
  const isNextPage = next.number === before.number && next.pageNumber !== null && next.pageNumber !== before.pageNumber;
  // Banks restart the numbers each year.
  const restartsNumbering = next.number <= 1 && next.closedOn.slice(0, 4) > before.closedOn.slice(0, 4);
  if (next.number === before.number + 1 || isNextPage || restartsNumbering) return 'in_order';
  return next.number === before.number ? 'repeated' : 'gap';
}

/**
 * Returns whether a statement's number is derived from its date, as at some banks: year and day of the year (26098 is 8 April
 * 2026), or the digits of the date. Such numbers skip days without bookings.
 */
export function isDateBasedNumber(sequenceNumber: number, day: string): boolean {
  const [year = '', month = '', date = ''] = day.split('-');
  const dayOfYear = (Date.parse(day) - Date.parse(`${year}-01-01`)) / DAY_MS + 1;
  const ordinal = String(dayOfYear).padStart(3, '0');
  const short = year.slice(2);
  return [`${short}${ordinal}`, `${year}${ordinal}`, `${short}${month}${date}`, `${year}${month}${date}`].includes(
    String(sequenceNumber).padStart(5, '0'),
  );
}
