import type { Catalog } from '../purchase/catalog/catalog.ts';
import { acquirerLedger } from './acquirerPlace.ts';
import { bankLedger } from './bankPlace.ts';
import { chainLedger } from './chainPlace.ts';
import type { LedgerSide } from './place.ts';
import { venueLedger } from './venuePlace.ts';

const SIDES: Readonly<Record<string, (catalog: Pick<Catalog, 'cryptos'>, place: string) => LedgerSide>> = {
  bank: () => bankLedger,
  venue: (catalog) => venueLedger(catalog),
  acquirer: (_, place) => acquirerLedger(place),
  chain: (_, place) => chainLedger(place.slice('chain:'.length)),
};

/** What the ledger has of a place, for whoever cannot ask the place itself; undefined for no place of ours. */
export function ledgerAt(catalog: Pick<Catalog, 'cryptos'>, place: string): LedgerSide | undefined {
  const [kind = ''] = place.split(':');
  return Object.hasOwn(SIDES, kind) ? SIDES[kind]?.(catalog, place) : undefined;
}
