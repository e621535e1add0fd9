import { setupI18n } from '@lingui/core';
import { chooseLocale, FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import { textDirection } from '@slipway/contract/textDirection.ts';
import { compiledTexts, type Languages } from './languages.ts';

export type Facts = Readonly<Record<string, string>>;

/** What the server itself writes, in one language. */
export type Words = {
  readonly locale: string;
  /** The text of a key with its placeholders filled; the English one where the language lacks it. */
  say(key: string, facts?: Facts): string;
  /** Undefined where no language has the key: for keys that come from data. */
  sayIfAny(key: string): string | undefined;
};

/** The words in a wanted language; where there is none, in the language that pages would fall back to. */
export type WordsFor = (locale: string) => Words;

/** Facts that a reader copies or follows: without direction marks, which would be copied with them. */
const BARE = new Set(['address', 'code', 'link', 'transaction']);
/** Unicode's bidirectional algorithm: what stands between them is laid out by itself. */
const ITS_OWN_DIRECTION = '\u2068';
const END = '\u2069';

/** The texts whose keys match, compiled once for each language that is asked for. */
export function createWords(languages: Languages, keys: RegExp): WordsFor {
  const made = new Map<string, Words>();
  return (wanted) => {
    const locale = chooseLocale([wanted], languages.locales);
    const words = made.get(locale) ?? wordsIn(locale, languages, keys);
    made.set(locale, words);
    return words;
  };
}

function wordsIn(locale: string, languages: Languages, wanted: RegExp): Words {
  const texts = { ...languages.textsOf(FALLBACK_LOCALE), ...languages.textsOf(locale) };
  const keys = Object.keys(texts).filter((key) => wanted.test(key));
  const i18n = setupI18n({ locale, messages: { [locale]: compiledTexts(texts, keys) } });
  const say = (key: string, facts: Facts = {}) =>
    i18n._(key, textDirection(locale) === 'rtl' ? setApart(facts) : facts);
  return { locale, say, sayIfAny: (key) => (key in i18n.messages ? say(key) : undefined) };
}

/** From right to left an amount or a name keeps the words around it in their order. */
function setApart(facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, BARE.has(name) ? fact : ITS_OWN_DIRECTION + fact + END]),
  );
}
