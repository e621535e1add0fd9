import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import type { Database } from '../../platform/database/database.ts';
import { ok } from '../../providers/outcome.ts';
import type { TradingVenue } from '../../providers/venue/venuePort.ts';
import { createFakeChain } from '../../purchase/delivery/fakeChain.testing.ts';
import { BITCOIN } from '../../purchase/order/orderArbitraries.testing.ts';
import { acquirerPlace } from '../../reconciliation/acquirerPlace.ts';
import { bankPlace } from '../../reconciliation/bankPlace.ts';
import { chainPlace } from '../../reconciliation/chainPlace.ts';
import { readLedger } from '../../reconciliation/lookAtPlace.ts';
import type { Place } from '../../reconciliation/place.ts';
import { inSnapshot } from '../../reconciliation/placeStore.ts';
import { venuePlace } from '../../reconciliation/venuePlace.ts';
import { NETWORK } from './deliveredOrder.testing.ts';

/** As far back as the rows of a place are compared one by one. */
const COMPARED_DAYS = 42;
const DAY_MS = 24 * 60 * 60_000;

/** What a comparison with each place asks of the database, where the place itself has nothing new to tell. */
export function placeReads(database: Database): readonly { readonly name: string; run(): Promise<void> }[] {
  const { catalog } = seededSettings();
  const venue = { id: 'bench', readStatement: async () => ok({ balances: [], lines: [] }) } as unknown as TradingVenue;
  const card = { id: 'bench', listBalanceLines: async () => ok({ lines: [] }) };
  const { chain } = createFakeChain(NETWORK, BITCOIN);
  const readHoldings = async () => ok({ units: new Map([[BITCOIN.id, 0n]]), moment: 'now' });
  const places: readonly Place[] = [
    bankPlace(database),
    acquirerPlace({ database, card }),
    venuePlace({ database, venue, catalog }),
    chainPlace({ database, catalog }, { ...chain, readHoldings }),
  ];
  return places.map((place) => ({
    name: `reconciliation: ${place.account.replace('asset:', 'the ')}`,
    async run() {
      const since = new Date(Date.now() - COMPARED_DAYS * DAY_MS);
      const there = await place.askThere(since);
      if (there.kind !== 'ok') throw new Error(`${place.id} answered: ${there.kind}`);
      await inSnapshot(database, (snapshot) => readLedger(snapshot, place, since));
    },
  }));
}
