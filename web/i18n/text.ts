import { i18n } from '@lingui/core';
import type source from './en-US.json';

export type TextKey = keyof typeof source;
export type TextValues = Readonly<Record<string, string | number>>;

/** Returns the text of a key in the current language. */
export function text(key: TextKey, values?: TextValues): string {
  return i18n._(key, values as Record<string, unknown>);
}

/** Returns the text of a key that comes from data (an error, a payment method); undefined if no language has it. */
export function findText(key: string, values?: TextValues): string | undefined {
  return key in i18n.messages ? i18n._(key, values as Record<string, unknown>) : undefined;
}

/** Returns the current language, such as `en-US`. */
export function getLocale(): string {
  return i18n.locale;
}
