import { decimalMarkOf, formatFigure } from '../i18n/formatAmount.ts';

/** Longest figure that a field takes; the wire allows 40 characters. */
const MAX_LENGTH = 30;

/** Half-width digits and points for what Chinese and Japanese keyboards send. */
function halfWidth(text: string): string {
  return text.normalize('NFKC').replace(/[。、]/g, (mark) => (mark === '。' ? '.' : ','));
}

/**
 * What the field holds during typing: digits and one decimal point. A comma is a point too, the second one is
 * dropped, surplus decimals are cut.
 */
export function typedAmount(text: string, decimals: number): string {
  const [whole = '', ...rest] = halfWidth(text)
    .replace(/[^\d.,]/g, '')
    .split(/[.,]/);
  const shortWhole = whole.replace(/^0+(?=\d)/, '').slice(0, MAX_LENGTH - decimals - 1);
  if (rest.length === 0 || decimals === 0) return shortWhole;
  return `${shortWhole}.${rest.join('').slice(0, decimals)}`;
}

/**
 * What was meant by a pasted figure: with both marks the last one is the decimal point, a mark that comes twice groups
 * thousands.
 */
export function pastedAmount(text: string, decimals: number): string {
  const figure = halfWidth(text).replace(/[^\d.,]/g, '');
  const point = decimalMark(figure);
  if (point === null) return typedAmount(figure.replace(/[.,]/g, ''), decimals);
  const at = figure.lastIndexOf(point);
  return typedAmount(`${figure.slice(0, at).replace(/[.,]/g, '')}.${figure.slice(at + 1)}`, decimals);
}

function decimalMark(figure: string): string | null {
  const comma = figure.lastIndexOf(',');
  const point = figure.lastIndexOf('.');
  const last = comma > point ? ',' : '.';
  if (comma >= 0 && point >= 0) return last;
  const count = figure.split(last).length - 1;
  return count === 1 ? last : null;
}

/** The plain decimal that is sent: `.5` is `0.5`, `5.` is `5`; '' when nothing or zero was entered. */
export function settledAmount(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  if (!/[1-9]/.test(whole + fraction)) return '';
  return fraction === '' ? whole : `${whole || '0'}.${fraction}`;
}

/** `100` and `100.00` say the same. */
export function isSameFigure(one: string, other: string): boolean {
  return withoutLastZeros(one) === withoutLastZeros(other);
}

function withoutLastZeros(text: string): string {
  const settled = settledAmount(text);
  return settled.includes('.') ? settled.replace(/\.?0+$/, '') : settled;
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
