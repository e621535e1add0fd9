const MINUS = '\u2212';
const FIGURE = /^([-+]?)(\d+)(\.\d+)?$/;

/** Formats a decimal string with thousands separators and a true minus: `1,640.00`, `−75.00`. Keeps every digit. */
export function formatGroupedDecimal(amount: string): string {
  const [, sign = '', whole = '', fraction = ''] = FIGURE.exec(amount) ?? [];
  if (whole === '') throw new Error(`${amount} is no decimal amount`);
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${sign === '-' ? MINUS : sign}${grouped}${fraction}`;
}

/** Returns `1,640.00 EUR`, with a no-break space. */
export function formatAmountWithCode(amount: string, code: string): string {
  return `${formatGroupedDecimal(amount)}\u00a0${code}`;
}

export function isZero(amount: string): boolean {
  return /^[-+]?0+(?:\.0+)?$/.test(amount);
}

export function isNegative(amount: string): boolean {
  return amount.startsWith('-') && !isZero(amount);
}
