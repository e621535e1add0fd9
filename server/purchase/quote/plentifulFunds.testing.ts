import type { Catalog } from '../catalog/catalog.ts';
import type { PriceBook } from './priceBook.ts';

/** Returns so much of every crypto that the treasury limits no amount. */
export function createPlentifulFunds({ cryptos }: Catalog, observedAt: Date): PriceBook['funds'] {
  const funds = { freeUnits: 10n ** 40n, nativeFreeUnits: 10n ** 40n, observedAt };
  return new Map([...cryptos.values()].map(({ asset }) => [asset.id, funds]));
}
