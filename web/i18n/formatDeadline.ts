import { unbroken } from './unbroken.ts';

/** `Tuesday, 24 November at 12:05`: days ahead are found by their name, in the buyer's own time zone. A line never ends between day and month. */
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
  const inDate = (index: number) => ['day', 'month'].includes(parts[index]?.type ?? '');
  return parts.map(({ value }, index) => (inDate(index - 1) && inDate(index + 1) ? unbroken(value) : value)).join('');
}
