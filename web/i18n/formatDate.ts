const SPACE = /\s/g;
const NO_BREAK_SPACE = '\u00a0';

/** `24 November 2026`; its parts stay on one line. */
export function formatDate(day: Date, locale: string): string {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', numberingSystem: 'latn' }).format(day);
  return date.replace(SPACE, NO_BREAK_SPACE);
}
