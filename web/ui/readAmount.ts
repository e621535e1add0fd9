import { asciiDigits } from '@slipway/contract/asciiDigits.ts';
import { separatorsOf } from '../i18n/formatAmount.ts';
import { settledAmount } from './amountInput.ts';

/** What a person may have meant by the text of an amount field. */
export type ReadAmount =
  /** A plain decimal, cut after the currency's digits; '' for nothing, and for zero. */
  | { readonly kind: 'amount'; readonly amount: string }
  /** Two amounts: with the mark between thousands, and before decimals. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }
  | { readonly kind: 'refused'; readonly reason: 'unreadable' | 'negative' };

export type AmountProblem = Exclude<ReadAmount, { kind: 'amount' }>;

export type AmountRules = {
  readonly locale: string;
  readonly decimals: number;
  /** The currency's code, which may stand beside the figure; '' while it is not known. */
  readonly code: string;
};

/** The wire takes 40 characters. */
const MAX_WHOLE_DIGITS = 21;

/**
 * Reads an amount as the page's language writes it, and as others do where that leaves no doubt. Nothing is guessed: a text that
 * has another meaning, or none, is refused or asked about. Only decimals that the currency does not have are cut.
 */
export function readAmount(text: string, rules: AmountRules): ReadAmount {
  const figure = figureIn(text, rules);
  if (figure === '') return { kind: 'amount', amount: '' };
  if (/^[-−]/.test(figure)) return refused('negative');
  const body = figure.replace(/^\+/, '');
  if (!/^[\d.,٫٬' ]*\d[.,٫]?$/.test(body)) return refused('unreadable');
  const grouped = asGroups(body);
  const fractional = asFraction(body);
  if (grouped !== undefined && fractional !== undefined) return choose(grouped, fractional, body, rules);
  if (grouped !== undefined) return settle(grouped, rules);
  if (fractional === undefined || isMisgrouped(body, rules)) return refused('unreadable');
  return settle(fractional, rules);
}

const refused = (reason: 'unreadable' | 'negative'): ReadAmount => ({ kind: 'refused', reason });

/** The figure alone, in ASCII digits, with one kind of space and apostrophe; whatever else was written stays in it. */
function figureIn(text: string, { code, locale }: AmountRules): string {
  const plain = asciiDigits(text)
    // Marks of direction, which our own texts put around amounts, and other characters without a width.
    .replaceAll(/[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[．。]/g, '.')
    .replaceAll(/[，、]/g, ',')
    .replaceAll(/[’‘＇ʼ`´]/g, "'")
    .replaceAll(/[﹣－]/g, '-')
    .trim()
    // Tabs and line breaks separate amounts, not thousands.
    .replaceAll(/\p{Zs}+/gu, ' ');
  const names = namesOf(code, locale);
  const [, before = '', figure = '', after = ''] = /^([^\d.,٫٬'+\-−]*)(.*?)([^\d.,٫٬']*)$/s.exec(plain) ?? [];
  const isNamed = (word: string) => word.trim() === '' || names.has(word.trim().toUpperCase());
  return isNamed(before) && isNamed(after) ? figure : plain;
}

/** `EUR` and `€`: how the currency may be named beside a figure. */
function namesOf(code: string, locale: string): ReadonlySet<string> {
  const names = new Set([code.toUpperCase()]);
  if (!/^[A-Z]{3}$/.test(code)) return names;
  for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay });
    const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
    names.add(symbol.toUpperCase());
  }
  return names;
}

/** Every mark groups digits: by three, or by two before the last three as in India. */
function asGroups(body: string): string | undefined {
  const [, ...marks] = body.split(/\d+/);
  const kinds = new Set(marks.filter((mark) => mark !== ''));
  if (kinds.has('٫') || kinds.size > 1) return undefined;
  if (kinds.size === 0) return /^\d+$/.test(body) ? body : undefined;
  return /^[1-9]\d{0,2}(?:\D\d{3})+$/.test(body) || /^[1-9]\d?(?:\D\d{2})+\D\d{3}$/.test(body)
    ? body.replaceAll(/\D/g, '')
    : undefined;
}

/** The last mark stands before decimals, and is found once. */
function asFraction(body: string): string | undefined {
  const [, whole = '', mark = '', fraction = ''] = /^(.*?)([.,٫])(\d*)$/.exec(body) ?? [];
  if (mark === '' || whole.includes(mark)) return undefined;
  const groups = whole === '' ? '' : asGroups(whole);
  return groups === undefined ? undefined : `${groups}.${fraction}`;
}

/** One mark and three digits behind it: thousands where the language groups so, or where the currency has no decimals. */
function choose(grouped: string, fractional: string, body: string, rules: AmountRules): ReadAmount {
  const { locale, decimals } = rules;
  const separators = separatorsOf(locale);
  if (decimals === 0 || body.includes(separators.groupMark)) return settle(grouped, rules);
  if (decimals >= 3 && body.includes(separators.decimal)) return settle(fractional, rules);
  const [whole = '', fraction = ''] = fractional.split('.');
  return { kind: 'ambiguous', readings: [grouped, settledAmount(`${whole}.${fraction.slice(0, decimals)}`)] };
}

/** `1000,000` in English: three digits behind the mark of thousands, but too many before it. */
function isMisgrouped(body: string, { locale }: AmountRules): boolean {
  const { groupMark } = separatorsOf(locale);
  return /^[1-9]\d{3,}\D\d{3}$/.test(body) && body.includes(groupMark);
}

function settle(figure: string, { decimals }: AmountRules): ReadAmount {
  const [whole = '', fraction = ''] = figure.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > MAX_WHOLE_DIGITS) return refused('unreadable');
  return { kind: 'amount', amount: settledAmount(`${digits}.${fraction.slice(0, decimals)}`) };
}
