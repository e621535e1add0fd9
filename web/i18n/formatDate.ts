/** `24 November 2026`. */
export function formatDate(day: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', numberingSystem: 'latn' }).format(day);
}
