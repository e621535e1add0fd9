import { toAsciiDigits } from '@slipway/contract/toAsciiDigits.ts';
import { getSeparators } from '../../i18n/formatAmount.ts';
import { normalizeAmount } from './amountInput.ts';

/** Possible meanings of the text in an amount field. */
export type ReadAmount =
  /** A plain decimal, truncated to the currency's decimals; '' for nothing and for zero. */
  | { readonly kind: 'amount'; readonly amount: string }
  /** Two readings: with the mark as grouping, and as decimal mark. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }
  | { readonly kind: 'refused'; readonly reason: 'unreadable' | 'negative' };

export type AmountProblem = Exclude<ReadAmount, { kind: 'amount' }>;

export type AmountRules = {
  readonly locale: string;
  readonly decimals: number;
  /** Currency code, which may be typed with the amount; '' while unknown. */
  readonly code: string;
};

/** Decimals of an amount while its currency is unknown. */
export const DEFAULT_DECIMALS = 8;

/** The API accepts amounts of 40 characters: these digits, a decimal mark and 18 decimals. */
const MAX_WHOLE_DIGITS = 21;

/**
 * Parses an amount as written in the page's language, and other notations if unambiguous. Never guesses: text with two
 * meanings is returned as ambiguous, and text without one is refused. Only decimals beyond the currency's are truncated.
 */
export function readAmount(text: string, rules: AmountRules): ReadAmount {
  const figure = extractFigure(text, rules);
  if (figure === '') return { kind: 'amount', amount: '' };
  if (/^[-−]/.test(figure)) return createRefusal('negative');
  const body = figure.replace(/^\+/, '');
  if (!/^[\d.,٫٬' ]*\d[.,٫]?$/.test(body)) return createRefusal('unreadable');
  const grouped = parseAsGroups(body);
  const fractional = parseAsFraction(body);
  if (grouped !== undefined && fractional !== undefined) return resolveAmbiguity(grouped, fractional, body, rules);
  if (grouped !== undefined) return truncateAmount(grouped, rules);
  if (fractional === undefined || isMisgrouped(body, rules)) return createRefusal('unreadable');
  return truncateAmount(fractional, rules);
}

const createRefusal = (reason: 'unreadable' | 'negative'): ReadAmount => ({ kind: 'refused', reason });

/** Returns the figure in ASCII digits, with one kind of space and apostrophe; all other characters stay. */
function extractFigure(text: string, { code, locale }: AmountRules): string {
  const plain = toAsciiDigits(text)
    // Directional marks, which our own texts add around amounts, and other zero-width characters.
    .replaceAll(/[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[．。]/g, '.')
    .replaceAll(/[，、]/g, ',')
    .replaceAll(/[’‘＇ʼ`´]/g, "'")
    .replaceAll(/[﹣－]/g, '-')
    .trim()
    // Tabs and line breaks separate amounts and are not grouping marks.
    .replaceAll(/\p{Zs}+/gu, ' ');
  const names = listCurrencyNames(code, locale);
  const [, before = '', figure = '', after = ''] = /^([^\d.,٫٬'+\-−]*)(.*?)([^\d.,٫٬']*)$/s.exec(plain) ?? [];
  const isNamed = (affix: string) => affix.trim() === '' || names.has(affix.trim().toUpperCase());
  return isNamed(before) && isNamed(after) ? figure : plain;
}

/** Returns the names of the currency that may be typed with an amount: `EUR` and `€`. */
function listCurrencyNames(code: string, locale: string): ReadonlySet<string> {
  const names = new Set([code.toUpperCase()]);
  if (!/^[A-Z]{3}$/.test(code)) return names;
  for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay });
    const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
    names.add(symbol.toUpperCase());
  }
  return names;
}

/** Reads all marks as grouping: groups of three, or, as in India, of two before the last three. */
function parseAsGroups(body: string): string | undefined {
  const [, ...marks] = body.split(/\d+/);
  const kinds = new Set(marks.filter((mark) => mark !== ''));
  if (kinds.has('٫') || kinds.size > 1) return undefined;
  if (kinds.size === 0) return /^\d+$/.test(body) ? body : undefined;
  return /^[1-9]\d{0,2}(?:\D\d{3})+$/.test(body) || /^[1-9]\d?(?:\D\d{2})+\D\d{3}$/.test(body)
    ? body.replaceAll(/\D/g, '')
    : undefined;
}

/** Reads the last mark as the decimal mark; it may occur only once. */
function parseAsFraction(body: string): string | undefined {
  const [, whole = '', mark = '', fraction = ''] = /^(.*?)([.,٫])(\d*)$/.exec(body) ?? [];
  if (mark === '' || whole.includes(mark)) return undefined;
  const groups = whole === '' ? '' : parseAsGroups(whole);
  return groups === undefined ? undefined : `${groups}.${fraction}`;
}

/**
 * Decides what one mark before three digits is: grouping if the language groups that way or the currency has no decimals; a
 * decimal mark if the language uses it so and the currency has three decimals or more; otherwise ambiguous.
 */
function resolveAmbiguity(grouped: string, fractional: string, body: string, rules: AmountRules): ReadAmount {
  const { locale, decimals } = rules;
  const separators = getSeparators(locale);
  if (decimals === 0 || body.includes(separators.groupMark)) return truncateAmount(grouped, rules);
  if (decimals >= 3 && body.includes(separators.decimal)) return truncateAmount(fractional, rules);
  const [whole = '', fraction = ''] = fractional.split('.');
  return { kind: 'ambiguous', readings: [grouped, normalizeAmount(`${whole}.${fraction.slice(0, decimals)}`)] };
}

/** Returns true for `1000,000` in English: three digits after the grouping mark, but too many before it. */
function isMisgrouped(body: string, { locale }: AmountRules): boolean {
  const { groupMark } = getSeparators(locale);
  return /^[1-9]\d{3,}\D\d{3}$/.test(body) && body.includes(groupMark);
}

function truncateAmount(figure: string, { decimals }: AmountRules): ReadAmount {
  const [whole = '', fraction = ''] = figure.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > MAX_WHOLE_DIGITS) return createRefusal('unreadable');
  return { kind: 'amount', amount: normalizeAmount(`${digits}.${fraction.slice(0, decimals)}`) };
}
