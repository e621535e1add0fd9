import { formatDecimal, trimZeros } from '@slipway/money/decimal.ts';
import { formatExactUnits } from '../ledger/formatExactUnits.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { describeAsset } from './describeAsset.ts';

type Cryptos = Pick<Catalog, 'cryptos'>;

/** Decimals that are written even if they are zero, unless the asset has fewer. Nothing is rounded. */
export const USUAL_DIGITS = 8;

/** Formats units of the ledger as an exact decimal. */
export function formatLedgerUnits(catalog: Cryptos, asset: string, units: bigint): string {
  return formatExactUnits(units, asset, Math.min(describeAsset(catalog, asset).decimals, USUAL_DIGITS));
}

/** Returns {@link formatLedgerUnits} with the name of the asset. */
export function describeLedgerAmount(
  catalog: Cryptos,
  asset: string,
  units: bigint,
): { readonly amount: string; readonly unit: string } {
  return { amount: formatLedgerUnits(catalog, asset, units), unit: describeAsset(catalog, asset).name };
}

/** Formats minor units as an exact decimal. */
export function formatMinorUnits(units: bigint, decimals: number): string {
  return trimZeros(formatDecimal({ coefficient: units, scale: decimals }), USUAL_DIGITS);
}

/** Returns {@link formatMinorUnits} with the name of the asset. */
export function describeMinorAmount(
  catalog: Cryptos,
  { asset, decimals, units }: { readonly asset: string; readonly decimals: number; readonly units: bigint },
): { readonly amount: string; readonly unit: string } {
  return { amount: formatMinorUnits(units, decimals), unit: describeAsset(catalog, asset).name };
}
