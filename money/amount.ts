import type { Asset } from './asset.ts';
import { type Decimal, formatDecimal, parseDecimal, powerOfTen, type Rounding, rescale } from './decimal.ts';

/** An exact amount: an integer count of the asset's minor unit. Never a float. */
export type Amount = { readonly units: bigint; readonly asset: Asset };

/** Thrown when a string has more fractional digits than the asset: money is never rounded silently. */
export class SurplusDigitsError extends Error {
  override name = 'SurplusDigitsError';
}

export function createAmount(asset: Asset, units: bigint): Amount {
  return { units, asset };
}

/**
 * Parses `"12.34"` into an amount of the asset. Accepts at most `decimals` fractional digits, which must not exceed those of the
 * asset. Throws DecimalFormatError, or {@link SurplusDigitsError} for more digits.
 */
export function parseAmount(asset: Asset, text: string, decimals: number = asset.decimals): Amount {
  const value = parseDecimal(text);
  if (value.scale > decimals) throw new SurplusDigitsError(`${asset.code} has ${decimals} decimals`);
  return { units: value.coefficient * powerOfTen(asset.decimals - value.scale), asset };
}

/** Formats an amount with `decimals` fractional digits, by default all of its asset: `"100.00"`, `"8029"`. Truncates. */
export function formatAmount(amount: Amount, decimals: number = amount.asset.decimals): string {
  return formatDecimal(rescale(toDecimal(amount), decimals, 'down'));
}

export function toDecimal(amount: Amount): Decimal {
  return { coefficient: amount.units, scale: amount.asset.decimals };
}

/** Converts a decimal to an amount of the asset, rounded to its minor unit. */
export function fromDecimal(asset: Asset, value: Decimal, rounding: Rounding): Amount {
  return { units: rescale(value, asset.decimals, rounding).coefficient, asset };
}

export function createZeroAmount(asset: Asset): Amount {
  return { units: 0n, asset };
}

/** Adds two amounts. Throws RangeError unless both have the same asset. */
export function addAmounts(a: Amount, b: Amount): Amount {
  requireSameAsset(a, b);
  return { units: a.units + b.units, asset: a.asset };
}

/** Subtracts `b` from `a`; the result may be negative. Throws RangeError unless both have the same asset. */
export function subtractAmounts(a: Amount, b: Amount): Amount {
  requireSameAsset(a, b);
  return { units: a.units - b.units, asset: a.asset };
}

function requireSameAsset(a: Amount, b: Amount): void {
  if (a.asset.id !== b.asset.id || a.asset.decimals !== b.asset.decimals)
    throw new RangeError(`${a.asset.id} (${a.asset.decimals}) and ${b.asset.id} (${b.asset.decimals}) do not add up`);
}
