import { replaceSpaces } from './noBreakSpace.ts';

/** Formats `24 November 2026` without line breaks. */
export function formatDate(day: Date, locale: string): string {
  return replaceSpaces(new Intl.DateTimeFormat(locale, { dateStyle: 'long', numberingSystem: 'latn' }).format(day));
}
