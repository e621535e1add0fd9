import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { type EuroSum, formatLedgerEuros } from './euroValue.ts';

type Shown = ConsoleCallData<'treasury'>['assets'];

/** Returns a sum in euros with the names of the assets that it excludes because they have no price. */
export function presentEuroSum(catalog: Pick<Catalog, 'cryptos'>, { units, unpriced }: EuroSum): Shown {
  return {
    sum: { amount: formatLedgerEuros(units), unit: 'EUR' },
    unpriced: unpriced.map((asset) => describeAsset(catalog, asset).name),
  };
}
