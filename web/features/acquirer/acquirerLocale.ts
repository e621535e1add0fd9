import { chooseLocale } from '@slipway/contract/chooseLocale.ts';
import type { StripeElementLocale } from '@stripe/stripe-js';

/** Languages of the acquirer's fields, by its own codes. */
const ACQUIRER_LOCALES: readonly StripeElementLocale[] = [
  ...(['ar', 'bg', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'es-419', 'et', 'fi', 'fil', 'fr', 'fr-CA'] as const),
  ...(['he', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'pt-BR'] as const),
  ...(['ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh', 'zh-HK', 'zh-TW'] as const),
];

/** Returns the acquirer's code of the page language; `auto`, the browser's language, if the acquirer does not support it. */
export function acquirerLocale(locale: string): StripeElementLocale {
  const chosen = chooseLocale([locale], ACQUIRER_LOCALES);
  return ACQUIRER_LOCALES.find((known) => known === chosen) ?? 'auto';
}
