export type DatePart = 'year' | 'month' | 'day';

/** How dates are written in digits. */
export type DateFormat = { readonly order: readonly DatePart[]; readonly separator: string };

const SAMPLE = new Date(Date.UTC(1990, 4, 31));
const PARTS = new Set<string>(['year', 'month', 'day'] satisfies DatePart[]);

/** Returns the order and separator of dates in a language; month and day have two digits. */
export function findDateFormat(locale: string): DateFormat {
  const parts = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  }).formatToParts(SAMPLE);
  const literals = parts.map(({ type, value }) => (type === 'literal' ? (/[./-]/.exec(value)?.[0] ?? '') : ''));
  return {
    order: parts.map(({ type }) => type).filter((type): type is DatePart => PARTS.has(type)),
    separator: literals.find((literal) => literal !== '') ?? '-',
  };
}

/**
 * Returns the browser's first regional variant of the page's language, or `locale` without one. The date format depends on the
 * region: British dates begin with the day.
 */
export function findRegionalLocale(locale: string, browserLocales: readonly string[]): string {
  const { language } = new Intl.Locale(locale);
  return browserLocales.find((candidate) => isVariant(candidate, language)) ?? locale;
}

function isVariant(candidate: string, language: string): boolean {
  try {
    const { language: own, region } = new Intl.Locale(candidate);
    return own === language && region !== undefined;
  } catch {
    return false;
  }
}
