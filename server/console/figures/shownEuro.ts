import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { type EuroSum, euroText } from './euroWorth.ts';

type Shown = ConsoleCallData<'treasury'>['have'];

/** A sum in euros with the names of what it leaves out. */
export function shownEuro(catalog: Pick<Catalog, 'cryptos'>, { units, unpriced }: EuroSum): Shown {
  return {
    sum: { amount: euroText(units), unit: 'EUR' },
    unpriced: unpriced.map((asset) => describeAsset(catalog, asset).code),
  };
}
