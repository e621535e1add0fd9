const NO_BREAK_SPACE = '\u00a0';
const MINUS = '\u2212';
/** Beyond this many decimals an amount is a crypto's: its trailing zeros say nothing. */
const MOST_FIAT_DECIMALS = 3;

type Separators = { readonly group: (whole: string) => string; readonly decimal: string };

const separators = new Map<string, Separators>();

/** `1234.5` as the language writes it, every digit kept. `digits` is a plain decimal string, maybe with a minus. */
export function formatDigits(digits: string, locale: string): string {
  const negative = digits.startsWith('-');
  const [whole = '0', fraction] = trimTrailingZeros(negative ? digits.slice(1) : digits).split('.');
  const { group, decimal } = separatorsOf(locale);
  return `${negative ? MINUS : ''}${group(whole)}${fraction === undefined ? '' : decimal + fraction}`;
}

/** `100.00 EUR`, the code after the figure with a no-break space. */
export function formatAmount(digits: string, code: string, locale: string): string {
  return formatDigits(digits, locale) + NO_BREAK_SPACE + code;
}

/** `230.140000` becomes `230.14`, `0.00153400` becomes `0.001534`; fiat keeps its zeros. */
export function trimTrailingZeros(digits: string): string {
  const [whole = '', fraction = ''] = digits.split('.');
  if (fraction.length <= MOST_FIAT_DECIMALS) return digits;
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

function separatorsOf(locale: string): Separators {
  const known = separators.get(locale);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  const decimal = format.formatToParts(0.5).find((part) => part.type === 'decimal')?.value ?? '.';
  const made = { group: (whole: string) => format.format(BigInt(whole || '0')), decimal };
  separators.set(locale, made);
  return made;
}
