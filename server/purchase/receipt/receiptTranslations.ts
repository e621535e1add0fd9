import { FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import { textDirection } from '@slipway/contract/textDirection.ts';
import type { Languages } from '../../platform/languages.ts';
import { createTranslations, type TranslationSource, type Translations } from '../../platform/translations.ts';
import { isWritable } from './receiptFonts.ts';

/** The receipt's own texts, and those that it shares with the order's page. */
const KEYS =
  /^(?:receipt\.|brand\.|method\.|operator\.|card\.short$|edit\.(?:method_fee|network_fee|converted_to|rate)$|order\.(?:method_and_card|number|paid_with|rate|receipt|refunded|you_paid)$)/;

/**
 * Returns the texts of receipts by locale. English replaces languages that no font of the receipt supports, and languages
 * written from right to left, which the PDF library cannot lay out.
 */
export function createReceiptTranslations(languages: Languages): TranslationSource {
  const createTranslation = createTranslations(languages, KEYS);
  return (locale) => {
    const translations = createTranslation(locale);
    return canBeWritten(translations) ? translations : createTranslation(FALLBACK_LOCALE);
  };
}

function canBeWritten({ locale, formatText }: Translations): boolean {
  return textDirection(locale) === 'ltr' && isWritable(formatText('order.receipt'));
}

/** Formats an amount with every digit: `1,234.50 EUR`. */
export function formatReceiptAmount(locale: string, digits: string, code: string): string {
  const [whole = '0', fraction] = digits.split('.');
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  const mark = format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return `${format.format(BigInt(whole))}${fraction === undefined ? '' : mark + fraction}\u00a0${code}`;
}

/** Formats a time in UTC, since the server does not know the buyer's time zone: `November 21, 2026 at 10:04 UTC`. */
export function formatReceiptTime(locale: string, at: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(at))} UTC`;
}
