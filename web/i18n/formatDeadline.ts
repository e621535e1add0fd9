import { replaceSpaces } from './noBreakSpace.ts';

/**
 * Formats `Tuesday, 24 November at 12:05` in the buyer's time zone with the weekday, by which buyers find a near date.
 * Day and month stay on one line.
 */
export function formatDeadline(at: Date, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    numberingSystem: 'latn',
  }).formatToParts(at);
  const isDatePart = (index: number) => ['day', 'month'].includes(parts[index]?.type ?? '');
  return parts
    .map(({ value }, index) => (isDatePart(index - 1) && isDatePart(index + 1) ? replaceSpaces(value) : value))
    .join('');
}
