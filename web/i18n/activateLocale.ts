import { i18n, type Messages } from '@lingui/core';
import { textDirection } from '@slipway/contract/textDirection.ts';
import { isolatePlaceholders } from './isolatePlaceholders.ts';

/** Returns the messages for a page: the language's own, and English ones instead of missing ones. */
export function mergeMessages(locale: string, own: Messages, english: Messages): Messages {
  if (textDirection(locale) === 'ltr') return { ...english, ...own };
  const englishFallbacks = Object.fromEntries(Object.entries(english).filter(([key]) => !(key in own)));
  return isolatePlaceholders(own, englishFallbacks);
}

/** RFC 6067 and UTS 35: counts use Latin digits, like amounts of money. */
const LATIN_DIGITS = '-u-nu-latn';

/** Activates a language whose texts are loaded. */
export function activateTexts(locale: string): void {
  i18n.activate(locale, locale + LATIN_DIGITS);
}

/** Shows the page in a language whose texts are loaded. */
export function activateLocale(locale: string): void {
  activateTexts(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = textDirection(locale);
}
