import { type Amount, createAmount } from '@slipway/money/amount.ts';
import { fiatAsset, isFiat } from '@slipway/money/iso4217.ts';

/**
 * Stripe's minor units that differ from two digits (docs.stripe.com/currencies, sections zero-decimal, three-decimal
 * and special cases). `step`: amounts are multiples of this many minor units.
 */
const MINOR_UNITS: Readonly<Record<string, { readonly digits: number; readonly step: number }>> = {
  BIF: { digits: 0, step: 1 },
  CLP: { digits: 0, step: 1 },
  DJF: { digits: 0, step: 1 },
  GNF: { digits: 0, step: 1 },
  JPY: { digits: 0, step: 1 },
  KMF: { digits: 0, step: 1 },
  KRW: { digits: 0, step: 1 },
  MGA: { digits: 0, step: 1 },
  PYG: { digits: 0, step: 1 },
  RWF: { digits: 0, step: 1 },
  VND: { digits: 0, step: 1 },
  VUV: { digits: 0, step: 1 },
  XAF: { digits: 0, step: 1 },
  XOF: { digits: 0, step: 1 },
  XPF: { digits: 0, step: 1 },
  BHD: { digits: 3, step: 10 },
  JOD: { digits: 3, step: 10 },
  KWD: { digits: 3, step: 10 },
  OMR: { digits: 3, step: 10 },
  TND: { digits: 3, step: 10 },
  // No longer divided into fractions, but still written with two digits.
  ISK: { digits: 2, step: 100 },
  UGX: { digits: 2, step: 100 },
};

const TWO_DIGITS = { digits: 2, step: 1 };

export type StripeAmount = { readonly amount: number; readonly currency: string };

/** Returns the amount in Stripe's units, or undefined if Stripe cannot represent it exactly; never rounds. */
export function toStripeAmount({ units, asset }: Amount): StripeAmount | undefined {
  if (!isFiat(asset)) return undefined;
  const { digits, step } = MINOR_UNITS[asset.code] ?? TWO_DIGITS;
  const minor = shiftDecimalPoint(units, digits - asset.decimals);
  if (minor === undefined || minor < 0n || minor % BigInt(step) !== 0n) return undefined;
  return minor > BigInt(Number.MAX_SAFE_INTEGER)
    ? undefined
    : { amount: Number(minor), currency: asset.code.toLowerCase() };
}

/**
 * Returns the smallest amount of Stripe that is not below the given one, for display in Stripe's fields, which need an
 * amount.
 */
export function toFieldsAmount({ units, asset }: Amount): { readonly amountMinor: number; readonly currency: string } {
  const { digits, step } = MINOR_UNITS[asset.code] ?? TWO_DIGITS;
  const grain = BigInt(step) * 10n ** BigInt(asset.decimals);
  const steps = (units * 10n ** BigInt(digits) + grain - 1n) / grain;
  return { amountMinor: Number(steps) * step, currency: asset.code.toLowerCase() };
}

/** Returns Stripe's amount in ISO 4217 units, or undefined if they cannot represent it exactly. */
export function fromStripeAmount(amount: number, currency: string): Amount | undefined {
  const asset = fiatAsset(currency.toUpperCase());
  const { digits } = MINOR_UNITS[asset.code] ?? TWO_DIGITS;
  const units = Number.isSafeInteger(amount) ? shiftDecimalPoint(BigInt(amount), asset.decimals - digits) : undefined;
  return units === undefined ? undefined : createAmount(asset, units);
}

/** Shifts the decimal point; undefined if a digit would be lost. */
function shiftDecimalPoint(units: bigint, places: number): bigint | undefined {
  const factor = 10n ** BigInt(Math.abs(places));
  if (places >= 0) return units * factor;
  return units % factor === 0n ? units / factor : undefined;
}
