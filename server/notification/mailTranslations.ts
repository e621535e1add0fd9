import { type Languages, MAIL_KEYS } from '../platform/languages.ts';
import { createTranslations, type TranslationSource, type Translations } from '../platform/translations.ts';

/** Texts of emails in one language. */
export type MailTranslations = Translations;
export type MailTranslationSource = TranslationSource;

export function createMailTranslations(languages: Languages): MailTranslationSource {
  return createTranslations(languages, MAIL_KEYS);
}
