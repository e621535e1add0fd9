import { type Languages, MAIL_KEYS } from '../platform/languages.ts';
import { createWords, type Words, type WordsFor } from '../platform/words.ts';

/** What letters say, in one language. */
export type MailWords = Words;
export type MailWordsFor = WordsFor;

export function createMailWords(languages: Languages): MailWordsFor {
  return createWords(languages, MAIL_KEYS);
}
