const DAY_MS = 86_400_000;

/**
 * Whether a statement's number is made of its day, as some banks do instead of counting: year and day of the year (26098
 * is the eighth of April 2026), or the digits of the date. Such numbers have gaps wherever nothing was booked.
 */
export function isCountedByDate(sequenceNumber: number, day: string): boolean {
  const [year = '', month = '', date = ''] = day.split('-');
  const dayOfYear = (Date.parse(day) - Date.parse(`${year}-01-01`)) / DAY_MS + 1;
  const ordinal = String(dayOfYear).padStart(3, '0');
  const short = year.slice(2);
  return [`${short}${ordinal}`, `${year}${ordinal}`, `${short}${month}${date}`, `${year}${month}${date}`].includes(
    String(sequenceNumber).padStart(5, '0'),
  );
}
