import { i18n } from '@lingui/core';
import type source from './en-US.json';

export type TextKey = keyof typeof source;
export type TextValues = Readonly<Record<string, string | number>>;

/** The text of a key in the current language. */
export function text(key: TextKey, values?: TextValues): string {
  return i18n._(key, values as Record<string, unknown>);
}

/** For keys that come from data (an error's key, a payment method): undefined when no language has it. */
export function textIfAny(key: string, values?: TextValues): string | undefined {
  return key in i18n.messages ? i18n._(key, values as Record<string, unknown>) : undefined;
}

/** The current language, `en-US`. */
export function currentLocale(): string {
  return i18n.locale;
}
