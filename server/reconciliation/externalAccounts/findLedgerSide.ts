import type { Catalog } from '../../purchase/catalog/catalog.ts';
import type { LedgerSide } from '../externalAccount.ts';
import { createAcquirerLedgerSide } from './acquirerExternalAccount.ts';
import { bankLedgerSide } from './bankExternalAccount.ts';
import { createChainLedgerSide } from './chainExternalAccount.ts';
import { createVenueLedgerSide } from './venueExternalAccount.ts';

const LEDGER_SIDES: Readonly<Record<string, (catalog: Pick<Catalog, 'cryptos'>, place: string) => LedgerSide>> = {
  bank: () => bankLedgerSide,
  venue: (catalog) => createVenueLedgerSide(catalog),
  acquirer: (_, place) => createAcquirerLedgerSide(place),
  chain: (_, place) => createChainLedgerSide(place.slice('chain:'.length)),
};

/** Returns the ledger's side of an external account, for callers that cannot query the account; undefined for an unknown id. */
export function findLedgerSide(catalog: Pick<Catalog, 'cryptos'>, place: string): LedgerSide | undefined {
  const [kind = ''] = place.split(':');
  return Object.hasOwn(LEDGER_SIDES, kind) ? LEDGER_SIDES[kind]?.(catalog, place) : undefined;
}
