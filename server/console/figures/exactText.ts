import { exactUnits } from '../../ledger/exactUnits.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';

/** Of a coin with eighteen digits the last ten are shown where they are not all zero: nothing is rounded. */
const DIGITS = 8;

/** Units of the ledger, exactly. */
export function exactText(catalog: Pick<Catalog, 'cryptos'>, asset: string, units: bigint): string {
  return exactUnits(units, asset, Math.min(describeAsset(catalog, asset).decimals, DIGITS));
}
