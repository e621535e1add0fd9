import { seededSettings } from '../configuration/seededSettings.testing.ts';
import type { Database } from '../platform/database/database.ts';
import { ok } from '../providers/outcome.ts';
import type { TradingVenue } from '../providers/venue/venuePort.ts';
import { createFakeChain } from '../purchase/delivery/fakeChain.testing.ts';
import { BITCOIN } from '../purchase/order/orderArbitraries.testing.ts';
import { readLedger } from '../reconciliation/compareExternalAccount.ts';
import type { ExternalAccount } from '../reconciliation/externalAccount.ts';
import { runInSnapshot } from '../reconciliation/externalAccountStore.ts';
import { createAcquirerExternalAccount } from '../reconciliation/externalAccounts/acquirerExternalAccount.ts';
import { createBankExternalAccount } from '../reconciliation/externalAccounts/bankExternalAccount.ts';
import { createChainExternalAccount } from '../reconciliation/externalAccounts/chainExternalAccount.ts';
import { createVenueExternalAccount } from '../reconciliation/externalAccounts/venueExternalAccount.ts';
import { NETWORK } from './deliveredOrder.testing.ts';

/** How far back an external account's rows are compared one by one. */
const COMPARED_DAYS = 42;
const DAY_MS = 24 * 60 * 60_000;

/** Returns the database reads of a comparison for each external account, none of which reports anything new. */
export function createReconciliationReads(
  database: Database,
): readonly { readonly name: string; run(): Promise<void> }[] {
  const { catalog } = seededSettings();
  const venue = { id: 'bench', readStatement: async () => ok({ balances: [], lines: [] }) } as unknown as TradingVenue;
  const card = { id: 'bench', listBalanceLines: async () => ok({ lines: [] }) };
  const { chain } = createFakeChain(NETWORK, BITCOIN);
  const readHoldings = async () => ok({ units: new Map([[BITCOIN.id, 0n]]), stateId: 'now' });
  const places: readonly ExternalAccount[] = [
    createBankExternalAccount(database),
    createAcquirerExternalAccount({ database, card }),
    createVenueExternalAccount({ database, venue, catalog }),
    createChainExternalAccount({ database, catalog }, { ...chain, readHoldings }),
  ];
  return places.map((place) => ({
    name: `reconciliation: \`${place.account}\``,
    async run() {
      const since = new Date(Date.now() - COMPARED_DAYS * DAY_MS);
      const side = await place.fetchSide(since);
      if (side.kind !== 'ok') throw new Error(`${place.id} answered: ${side.kind}`);
      await runInSnapshot(database, (snapshot) => readLedger(snapshot, place, since));
    },
  }));
}
