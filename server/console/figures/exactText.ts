import { formatDecimal, trimZeros } from '@slipway/money/decimal.ts';
import { exactUnits } from '../../ledger/exactUnits.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';

type Cryptos = Pick<Catalog, 'cryptos'>;

/** So many digits of a coin are always written; more only where they say something. Nothing is rounded. */
export const USUAL_DIGITS = 8;

/** Units of the ledger, exactly. */
export function exactText(catalog: Cryptos, asset: string, units: bigint): string {
  return exactUnits(units, asset, Math.min(describeAsset(catalog, asset).decimals, USUAL_DIGITS));
}

/** The same with what it is of. */
export function exactSum(
  catalog: Cryptos,
  asset: string,
  units: bigint,
): { readonly amount: string; readonly unit: string } {
  return { amount: exactText(catalog, asset, units), unit: describeAsset(catalog, asset).code };
}

/** Minor units, with as many digits as they are counted in. */
export function minorSum(
  catalog: Cryptos,
  { asset, decimals, units }: { readonly asset: string; readonly decimals: number; readonly units: bigint },
): { readonly amount: string; readonly unit: string } {
  const amount = trimZeros(formatDecimal({ coefficient: units, scale: decimals }), USUAL_DIGITS);
  return { amount, unit: describeAsset(catalog, asset).code };
}
