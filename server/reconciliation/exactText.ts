import { formatDecimal, trimZeros } from '@slipway/money/decimal.ts';
import { exactUnits } from '../ledger/exactUnits.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { describeAsset } from './describeAsset.ts';

type Cryptos = Pick<Catalog, 'cryptos'>;

/** Decimals of a coin that are always written. Further ones only if they are not zero: nothing is rounded. */
export const USUAL_DIGITS = 8;

/** Units of the ledger as an exact decimal. */
export function exactText(catalog: Cryptos, asset: string, units: bigint): string {
  return exactUnits(units, asset, Math.min(describeAsset(catalog, asset).decimals, USUAL_DIGITS));
}

/** {@link exactText} with the code of the asset. */
export function exactSum(
  catalog: Cryptos,
  asset: string,
  units: bigint,
): { readonly amount: string; readonly unit: string } {
  return { amount: exactText(catalog, asset, units), unit: describeAsset(catalog, asset).code };
}

/** Minor units as an exact decimal. */
export function minorText(units: bigint, decimals: number): string {
  return trimZeros(formatDecimal({ coefficient: units, scale: decimals }), USUAL_DIGITS);
}

/** {@link minorText} with the code of the asset. */
export function minorSum(
  catalog: Cryptos,
  { asset, decimals, units }: { readonly asset: string; readonly decimals: number; readonly units: bigint },
): { readonly amount: string; readonly unit: string } {
  return { amount: minorText(units, decimals), unit: describeAsset(catalog, asset).code };
}
