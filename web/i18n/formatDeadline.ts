/** `Tuesday, 24 November at 12:05`: days ahead are found by their name, in the buyer's own time zone. */
export function formatDeadline(at: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    numberingSystem: 'latn',
  }).format(at);
}
