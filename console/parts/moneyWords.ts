const MINUS = '\u2212';
const FIGURE = /^([-+]?)(\d+)(\.\d+)?$/;

/** A decimal string with its thousands set apart and a true minus: `1,640.00`, `−75.00`. Every digit stays. */
export function moneyWords(amount: string): string {
  const [, sign = '', whole = '', fraction = ''] = FIGURE.exec(amount) ?? [];
  if (whole === '') throw new Error(`${amount} is no decimal amount`);
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${sign === '-' ? MINUS : sign}${grouped}${fraction}`;
}

/** `1,640.00 EUR`, which no line parts. */
export function moneyWithCode(amount: string, code: string): string {
  return `${moneyWords(amount)}\u00a0${code}`;
}

export function isZero(amount: string): boolean {
  return /^[-+]?0+(?:\.0+)?$/.test(amount);
}

export function isNegative(amount: string): boolean {
  return amount.startsWith('-') && !isZero(amount);
}
