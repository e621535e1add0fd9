import { i18n, type Messages } from '@lingui/core';
import { textDirection } from '@slipway/contract/textDirection.ts';
import { isolatePlaceholders } from './isolatePlaceholders.ts';

/** What a page shows in a language: its own texts, and English ones for those that it lacks rather than their keys. */
export function messagesFor(locale: string, own: Messages, english: Messages): Messages {
  if (textDirection(locale) === 'ltr') return { ...english, ...own };
  const lent = Object.fromEntries(Object.entries(english).filter(([key]) => !(key in own)));
  return isolatePlaceholders(own, lent);
}

/** RFC 6067 and UTS 35: counts are written in Latin digits, as money is. */
const LATIN_DIGITS = '-u-nu-latn';

/** Reads texts in a language that is loaded. */
export function activateTexts(locale: string): void {
  i18n.activate(locale, locale + LATIN_DIGITS);
}

/** Shows the page in a language whose texts are loaded. */
export function activateIn(locale: string): void {
  activateTexts(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = textDirection(locale);
}
