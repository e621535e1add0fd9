import { setupI18n } from '@lingui/core';
import { chooseLocale, FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import { textDirection } from '@slipway/contract/textDirection.ts';
import { compiledTexts, type Languages, MAIL_KEYS } from '../platform/languages.ts';

/** What letters say, in one language. */
export type MailWords = {
  readonly locale: string;
  /** A text of the `mail` group with its placeholders filled; the English one where the language lacks it. */
  say(key: string, facts: Facts): string;
};

export type Facts = Readonly<Record<string, string>>;

/** The words of letters in a wanted language; where there is none, in the language that pages would fall back to. */
export type MailWordsFor = (locale: string) => MailWords;

/** Facts that a reader copies or follows: without direction marks, which would be copied with them. */
const BARE = new Set(['address', 'code', 'link', 'transaction']);
/** Unicode's bidirectional algorithm: what stands between them is laid out by itself. */
const ITS_OWN_DIRECTION = '\u2068';
const END = '\u2069';

export function createMailWords(languages: Languages): MailWordsFor {
  const made = new Map<string, MailWords>();
  return (wanted) => {
    const locale = chooseLocale([wanted], languages.locales);
    const words = made.get(locale) ?? wordsIn(locale, languages);
    made.set(locale, words);
    return words;
  };
}

function wordsIn(locale: string, languages: Languages): MailWords {
  const texts = { ...languages.textsOf(FALLBACK_LOCALE), ...languages.textsOf(locale) };
  const keys = Object.keys(texts).filter((key) => MAIL_KEYS.test(key));
  const i18n = setupI18n({ locale, messages: { [locale]: compiledTexts(texts, keys) } });
  return {
    locale,
    say: (key, facts) => i18n._(key, textDirection(locale) === 'rtl' ? setApart(facts) : facts),
  };
}

/** From right to left an amount or a name keeps the words around it in their order. */
function setApart(facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, BARE.has(name) ? fact : ITS_OWN_DIRECTION + fact + END]),
  );
}
