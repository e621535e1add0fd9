import { trimZeros } from '@slipway/money/decimal.ts';
import { decimalMarkOf, formatFigure } from '../i18n/formatAmount.ts';

/** Whether an amount is being changed; `unreadable`: its field was left with a text that is not an amount. */
export type Editing = false | 'typing' | 'unreadable';

/** The plain decimal that is sent: `.5` is `0.5`, `5.` is `5`; '' when nothing or zero was entered. */
export function settledAmount(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  if (!/[1-9]/.test(whole + fraction)) return '';
  return fraction === '' ? whole : `${whole || '0'}.${fraction}`;
}

/** `100` and `100.00` say the same. */
export function isSameFigure(one: string, other: string): boolean {
  return trimZeros(settledAmount(one)) === trimZeros(settledAmount(other));
}

/** What a field shows without the focus: the figure as the language writes it, with all its digits. */
export function restingAmount(amount: string, locale: string): string {
  return amount === '' ? '' : formatFigure(amount, locale);
}

/** What a field shows with the focus: no groups, the language's own decimal mark. */
export function editedAmount(amount: string, locale: string): string {
  return amount.replace('.', decimalMarkOf(locale));
}

/** Where a place in the figure at rest lies in the edited one: what was selected stays selected when the groups go. */
export function editedPlace(place: number, resting: string, locale: string): number {
  const mark = decimalMarkOf(locale);
  return resting.slice(0, place).replaceAll(/\D/g, (character) => (character === mark ? mark : '')).length;
}

/** Amounts shrink at 10 and at 13 characters. */
export function amountSize(text: string): 'large' | 'medium' | 'small' {
  if (text.length >= 13) return 'small';
  return text.length >= 10 ? 'medium' : 'large';
}
