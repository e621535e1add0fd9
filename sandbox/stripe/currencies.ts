/** Stripe's own minor units, which differ from ISO 4217 for some currencies (docs.stripe.com/currencies#zero-decimal). */
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

export function getMinorDigits(currency: string): number {
  return DIGITS[currency] ?? 2;
}

export function getAmountStep(currency: string): number {
  return STEPS[currency] ?? 1;
}

/** Returns the minimum charge: half a unit, or fifty for currencies without fractions. */
export function computeMinimumCharge(currency: string): number {
  return getMinorDigits(currency) === 3 ? 500 : 50;
}

/** Returns the account's fee for one captured charge: 1.5 % and a quarter of the unit (40 for currencies without fractions). */
export function computeProcessingFee(amount: number, currency: string): number {
  const digits = getMinorDigits(currency);
  const fixed = digits === 0 ? 40 : 10 ** digits / 4;
  return Math.round((amount * 15) / 1000) + fixed;
}

/** Returns the fee of a dispute: twenty units (2,000 for currencies without fractions). */
export function computeDisputeFee(currency: string): number {
  const digits = getMinorDigits(currency);
  return digits === 0 ? 2_000 : 20 * 10 ** digits;
}

/** Units of the currency per euro, for accounts that settle everything in one currency. */
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

export function computeExchangeRate(from: string, into: string): number | undefined {
  const source = PER_EURO[from];
  const target = PER_EURO[into];
  return source === undefined || target === undefined ? undefined : Number((target / source).toFixed(6));
}

/** Converts `"12.34"` to Stripe's minor units of the currency; undefined for an invalid amount. */
export function parseMinorUnits(text: string, currency: string): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return undefined;
  const digits = getMinorDigits(currency);
  const fraction = match[2] ?? '';
  if (fraction.length > digits) return undefined;
  return Number(`${match[1]}${fraction.padEnd(digits, '0')}`);
}

export function formatMinorUnits(amount: number, currency: string): string {
  const digits = getMinorDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const sign = amount < 0 ? '-' : '';
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
