import { setupI18n } from '@lingui/core';
import { chooseLocale, FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import { textDirection } from '@slipway/contract/textDirection.ts';
import { compileTexts, type Languages } from './languages.ts';

export type TextPlaceholders = Readonly<Record<string, string>>;

/** The server's own texts in one language. */
export type Translations = {
  readonly locale: string;
  /** Returns a key's text with its placeholders filled; in English if the language lacks it. */
  formatText(key: string, facts?: TextPlaceholders): string;
  /** Like `formatText`, but undefined if neither the language nor English has the key: for keys that come from data. */
  findText(key: string): string | undefined;
};

/** Returns the texts in a language, or in the fallback that pages would use. */
export type TranslationSource = (locale: string) => Translations;

/** Facts that a reader copies or follows: no direction marks, which would be copied too. */
const UNISOLATED_PLACEHOLDERS = new Set(['address', 'code', 'link', 'transaction']);
/** Isolates of Unicode's bidirectional algorithm: the text between them is laid out separately. */
const ISOLATE_START = '\u2068';
const ISOLATE_END = '\u2069';

/** Returns the texts whose keys match, compiled once per requested language. */
export function createTranslations(languages: Languages, keys: RegExp): TranslationSource {
  const compiled = new Map<string, Translations>();
  return (wanted) => {
    const locale = chooseLocale([wanted], languages.locales);
    const translations = compiled.get(locale) ?? compileTranslations(locale, languages, keys);
    compiled.set(locale, translations);
    return translations;
  };
}

function compileTranslations(locale: string, languages: Languages, wanted: RegExp): Translations {
  const texts = { ...languages.findTexts(FALLBACK_LOCALE), ...languages.findTexts(locale) };
  const keys = Object.keys(texts).filter((key) => wanted.test(key));
  const i18n = setupI18n({ locale, messages: { [locale]: compileTexts(texts, keys) } });
  const formatMessage = (key: string, facts: TextPlaceholders = {}) =>
    i18n._(key, textDirection(locale) === 'rtl' ? isolatePlaceholders(facts) : facts);
  return {
    locale,
    formatText: formatMessage,
    findText: (key) => (key in i18n.messages ? formatMessage(key) : undefined),
  };
}

/** Isolates facts, so that in right-to-left text an amount or a name does not reorder the words around it. */
function isolatePlaceholders(facts: TextPlaceholders): TextPlaceholders {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      UNISOLATED_PLACEHOLDERS.has(name) ? fact : ISOLATE_START + fact + ISOLATE_END,
    ]),
  );
}
