import { FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import { textDirection } from '@slipway/contract/textDirection.ts';
import type { Languages } from '../../platform/languages.ts';
import { createWords, type Words, type WordsFor } from '../../platform/words.ts';
import { isWritable } from './receiptFonts.ts';

/** The receipt's own texts, and those of the order's page that it repeats. */
const KEYS =
  /^(?:receipt\.|brand\.|method\.|operator\.|card\.short$|edit\.(?:method_fee|network_fee|converted_to|rate)$|order\.(?:method_and_card|number|paid_with|rate|receipt|refunded|you_paid)$)/;

/**
 * What receipts say. A language whose letters are in none of the fonts, or that is written from right to left, which the PDF
 * library does not lay out, has its receipts in English.
 */
export function createReceiptWords(languages: Languages): WordsFor {
  const wordsFor = createWords(languages, KEYS);
  return (locale) => {
    const words = wordsFor(locale);
    return canBeWritten(words) ? words : wordsFor(FALLBACK_LOCALE);
  };
}

function canBeWritten({ locale, say }: Words): boolean {
  return textDirection(locale) === 'ltr' && isWritable(say('order.receipt'));
}

/** `1,234.50 EUR`, every digit kept. */
export function amountIn(locale: string, digits: string, code: string): string {
  const [whole = '0', fraction] = digits.split('.');
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  const mark = format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return `${format.format(BigInt(whole))}${fraction === undefined ? '' : mark + fraction}\u00a0${code}`;
}

/** `21 November 2026, 10:04 UTC`: the server does not know the buyer's clock. */
export function timeIn(locale: string, at: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(at))} UTC`;
}
