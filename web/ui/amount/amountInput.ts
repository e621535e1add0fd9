import { trimZeros } from '@slipway/money/decimal.ts';
import { formatFigure, getDecimalMark } from '../../i18n/formatAmount.ts';

/** Edit state of an amount; `unreadable`: the field was left with text that is not an amount. */
export type EditState = false | 'typing' | 'unreadable';

/** Returns the plain decimal to send: `.5` becomes `0.5`, `5.` becomes `5`; '' for nothing or zero. */
export function normalizeAmount(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  if (!/[1-9]/.test(whole + fraction)) return '';
  return fraction === '' ? whole : `${whole || '0'}.${fraction}`;
}

/** Returns true for equal amounts such as `100` and `100.00`. */
export function isEqualAmount(one: string, other: string): boolean {
  return trimZeros(normalizeAmount(one)) === trimZeros(normalizeAmount(other));
}

/** Returns the field's text without focus: formatted for the language, with all digits. */
export function formatUnfocusedAmount(amount: string, locale: string): string {
  return amount === '' ? '' : formatFigure(amount, locale);
}

/** Returns the field's text with focus: no grouping, the language's decimal mark. */
export function formatFocusedAmount(amount: string, locale: string): string {
  return amount.replace('.', getDecimalMark(locale));
}

/** Maps a caret position in the formatted text to the edited one, so that the selection survives the removal of grouping. */
export function mapCaretPosition(position: number, formatted: string, locale: string): number {
  const mark = getDecimalMark(locale);
  return formatted.slice(0, position).replaceAll(/\D/g, (character) => (character === mark ? mark : '')).length;
}

/** Returns the font size class; amounts shrink at 10 and at 13 characters. */
export function chooseAmountSize(text: string): 'large' | 'medium' | 'small' {
  if (text.length >= 13) return 'small';
  return text.length >= 10 ? 'medium' : 'large';
}
