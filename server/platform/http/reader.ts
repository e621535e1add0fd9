import { chooseLocale } from '@slipway/contract/chooseLocale.ts';
import type { FastifyRequest } from 'fastify';
import { remembering, rememberingOf } from '../remembering.ts';
import { hostCookie } from './cookies.ts';

/** What a request says about the person who will read the page. */
export type Reader = {
  /** The header, `de-DE,de;q=0.9,en;q=0.8`. */
  readonly acceptLanguage: string;
  /** Chosen by hand, and told to the server in cookies; anything may stand there. */
  readonly locale: string | undefined;
  readonly theme: string | undefined;
};

/** Headers of an answer that {@link readerOf} had a part in. */
export const READER_HEADERS = { 'cache-control': 'no-cache', vary: 'Accept-Language, Cookie' } as const;

export function readerOf({ headers, cookies }: FastifyRequest): Reader {
  return {
    acceptLanguage: headers['accept-language'] ?? '',
    locale: chosen(cookies, 'locale'),
    theme: chosen(cookies, 'theme'),
  };
}

/** Pages set it with the prefix over HTTPS. Choices of before are bare, as all are in the sandbox; nobody gains by setting one. */
function chosen(cookies: FastifyRequest['cookies'], name: string): string | undefined {
  return cookies[hostCookie(name, true)] ?? cookies[name];
}

/** The offered language that a reader gets: what was chosen by hand before what the browser asks for. */
export function localeFor({ acceptLanguage, locale = '' }: Reader, offered: readonly string[]): string {
  return chooserOf(offered)(`${locale}\n${acceptLanguage}`);
}

/** Of what was chosen by hand, a line break, and the header, which has none: reading tags takes longer than a quote. */
const chooserOf = rememberingOf((offered: readonly string[]) =>
  remembering((wishes) => {
    const end = wishes.lastIndexOf('\n');
    const locale = wishes.slice(0, end);
    const accepted = acceptedLanguages(wishes.slice(end + 1));
    return chooseLocale(locale === '' ? accepted : [locale, ...accepted], offered);
  }),
);

const THEMES = new Set(['light', 'dark']);
const OPENING_TAG = '<html ';

/** A document in the theme that its reader has chosen; without one it follows the device. */
export function inThemeOf({ theme }: Reader, document: string): string {
  return THEMES.has(theme ?? '') ? document.replace(OPENING_TAG, `${OPENING_TAG}data-theme="${theme}" `) : document;
}

/** The languages of an Accept-Language header, the dearest first (RFC 9110, 12.5.4). */
export function acceptedLanguages(header: string): readonly string[] {
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
