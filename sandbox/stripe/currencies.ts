/** Stripe's own minor units, which are not ISO 4217's everywhere (docs.stripe.com/currencies#zero-decimal). */
const DIGITS: Readonly<Record<string, number>> = {
  bif: 0,
  clp: 0,
  djf: 0,
  gnf: 0,
  jpy: 0,
  kmf: 0,
  krw: 0,
  mga: 0,
  pyg: 0,
  rwf: 0,
  vnd: 0,
  vuv: 0,
  xaf: 0,
  xof: 0,
  xpf: 0,
  bhd: 3,
  jod: 3,
  kwd: 3,
  omr: 3,
  tnd: 3,
};

/** Amounts must be whole multiples of this many minor units. */
const STEPS: Readonly<Record<string, number>> = { isk: 100, ugx: 100, bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 };

export function minorDigits(currency: string): number {
  return DIGITS[currency] ?? 2;
}

export function amountStep(currency: string): number {
  return STEPS[currency] ?? 1;
}

/** The least that can be charged: half a unit, or fifty where there are no fractions. */
export function leastCharge(currency: string): number {
  return minorDigits(currency) === 3 ? 500 : 50;
}

/** What the account pays for one captured charge: 1.5 % and a quarter of the unit (40 where there are no fractions). */
export function processingFee(amount: number, currency: string): number {
  const digits = minorDigits(currency);
  const fixed = digits === 0 ? 40 : 10 ** digits / 4;
  return Math.round((amount * 15) / 1000) + fixed;
}

/** Fee of a dispute: twenty of the unit (2,000 where there are no fractions). */
export function disputeFee(currency: string): number {
  const digits = minorDigits(currency);
  return digits === 0 ? 2_000 : 20 * 10 ** digits;
}

/** Units of the currency for one euro, for accounts that settle everything in one currency. */
const PER_EURO: Readonly<Record<string, number>> = {
  eur: 1,
  usd: 1.08,
  gbp: 0.85,
  chf: 0.95,
  jpy: 163.5,
  kwd: 0.332,
  cad: 1.48,
  aud: 1.65,
  pln: 4.3,
  sek: 11.4,
};

export function exchangeRate(from: string, into: string): number | undefined {
  const source = PER_EURO[from];
  const target = PER_EURO[into];
  return source === undefined || target === undefined ? undefined : Number((target / source).toFixed(6));
}

/** `"12.34"` of the currency in Stripe's minor units, or undefined when it is no such amount. */
export function minorFromDecimal(text: string, currency: string): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return undefined;
  const digits = minorDigits(currency);
  const fraction = match[2] ?? '';
  if (fraction.length > digits) return undefined;
  return Number(`${match[1]}${fraction.padEnd(digits, '0')}`);
}

export function decimalFromMinor(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const sign = amount < 0 ? '-' : '';
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
