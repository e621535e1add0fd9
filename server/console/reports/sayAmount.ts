import { formatDecimal } from '@slipway/money/decimal.ts';
import { exactUnits } from '../../ledger/exactUnits.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';

/** So many digits of a coin are always written; more only where they say something. Nothing is rounded. */
const USUAL_DIGITS = 8;

type Said = { readonly amount: string; readonly unit: string };

/** Units of the ledger. */
export function sayLedgerUnits(catalog: Pick<Catalog, 'cryptos'>, asset: string, units: bigint): Said {
  const { code, decimals } = describeAsset(catalog, asset);
  return { amount: exactUnits(units, asset, Math.min(decimals, USUAL_DIGITS)), unit: code };
}

/** Minor units, with as many digits as the asset has. */
export function sayMinorUnits(
  catalog: Pick<Catalog, 'cryptos'>,
  { asset, decimals, units }: { readonly asset: string; readonly decimals: number; readonly units: bigint },
): Said {
  const amount = withoutIdleZeros(formatDecimal({ coefficient: units, scale: decimals }));
  return { amount, unit: describeAsset(catalog, asset).code };
}

/** Zeros at the end of more digits than are usual say nothing. */
export function withoutIdleZeros(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const kept = fraction.slice(0, USUAL_DIGITS) + fraction.slice(USUAL_DIGITS).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}
