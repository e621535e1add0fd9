import { chooseLocale } from '@slipway/contract/chooseLocale.ts';
import type { FastifyRequest } from 'fastify';
import { memoizeByObject, memoizeByText } from '../../memoize.ts';
import { buildHostCookieName } from '../cookies.ts';

/** Language and theme preferences of a request. */
export type ReaderPreferences = {
  /** The header, `de-DE,de;q=0.9,en;q=0.8`. */
  readonly acceptLanguage: string;
  /** Manual choices, stored in cookies; not validated. */
  readonly locale: string | undefined;
  readonly theme: string | undefined;
};

/** Headers of an answer that depends on {@link readPreferences}. */
export const READER_HEADERS = { 'cache-control': 'no-cache', vary: 'Accept-Language, Cookie' } as const;

export function readPreferences({ headers, cookies }: FastifyRequest): ReaderPreferences {
  return {
    acceptLanguage: headers['accept-language'] ?? '',
    locale: readChoice(cookies, 'locale'),
    theme: readChoice(cookies, 'theme'),
  };
}

/**
 * Returns the reader's choice from its cookie. Over HTTPS pages set the cookie with the `__Host-` prefix; older cookies, and
 * all of the sandbox, have no prefix. An attacker gains nothing by setting one.
 */
function readChoice(cookies: FastifyRequest['cookies'], name: string): string | undefined {
  return cookies[buildHostCookieName(name, true)] ?? cookies[name];
}

/** Returns the offered language for a reader: the manual choice takes precedence over the browser's. */
export function chooseReaderLocale(
  { acceptLanguage, locale = '' }: ReaderPreferences,
  offered: readonly string[],
): string {
  return createLocaleChooser(offered)(`${locale}\n${acceptLanguage}`);
}

/**
 * Keyed by the manual choice, a line break, and the header, which contains no line break. Cached because parsing language tags takes longer
 * than a quote.
 */
const createLocaleChooser = memoizeByObject((offered: readonly string[]) =>
  memoizeByText((header) => {
    const end = header.lastIndexOf('\n');
    const locale = header.slice(0, end);
    const accepted = parseAcceptLanguage(header.slice(end + 1));
    return chooseLocale(locale === '' ? accepted : [locale, ...accepted], offered);
  }),
);

const THEMES = new Set(['light', 'dark']);
const OPENING_TAG = '<html ';

/** Returns a document in the reader's chosen theme; without one it follows the device. */
export function applyTheme({ theme }: ReaderPreferences, document: string): string {
  return THEMES.has(theme ?? '') ? document.replace(OPENING_TAG, `${OPENING_TAG}data-theme="${theme}" `) : document;
}

/** Returns the languages of an Accept-Language header, most preferred first (RFC 9110, 12.5.4). */
export function parseAcceptLanguage(header: string): readonly string[] {
  return header
    .split(',')
    .map((part) => {
      const [language = '', quality] = part.split(/\s*;\s*q=/i);
      return { language: language.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ language, quality }) => language !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
}
