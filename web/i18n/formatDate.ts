import { unbroken } from './unbroken.ts';

/** `24 November 2026`; its parts stay on one line. */
export function formatDate(day: Date, locale: string): string {
  return unbroken(new Intl.DateTimeFormat(locale, { dateStyle: 'long', numberingSystem: 'latn' }).format(day));
}
