import type { Asset } from '@slipway/money/asset.ts';
import { type Decimal, powerOfTen, rescale } from '@slipway/money/decimal.ts';
import { ledgerScale } from '../../ledger/posting.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Chain, ClaimedSoFar } from '../../providers/chain/chainPort.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import type { VenueAccount } from '../../providers/venue/venueAccount.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { assetAtVenue } from '../venue/movementEntries.ts';
import { writePlaces } from './placeStore.ts';

type CollectContext = {
  readonly database: Database;
  readonly venue: Pick<VenueAccount, 'getBalances'>;
  readonly chains: Chains;
  readonly catalog: Catalog;
  readonly log: Log;
};

/** What lies there, whatever is signed. */
const NOTHING_CLAIMED: ClaimedSoFar = {
  nextNonce: 0,
  held: new Set(),
  waiting: 0,
  live: [],
  superseded: new Set(),
};

/** Asks the venue and every paying address what they hold. A place that does not answer keeps its last word, and its time. */
export async function collectPlaces(context: CollectContext): Promise<void> {
  await Promise.all([readVenue(context), readWallets(context)]);
}

async function readVenue({ database, venue, catalog, log }: CollectContext): Promise<void> {
  const answer = await venue.getBalances();
  if (answer.kind !== 'ok') {
    log.warn({ outcome: answer.kind }, 'the balances at the venue were not read');
    return;
  }
  const readings = answer.value.map(({ currency, amount }) => ({
    place: 'venue' as const,
    asset: currency,
    units: inLedgerOf(assetAtVenue(catalog, currency), amount),
  }));
  await writePlaces(database, readings);
}

async function readWallets({ database, chains, catalog }: CollectContext): Promise<void> {
  for (const { asset, network } of catalog.cryptos.values()) {
    const chain = chains.get(network.chain);
    const units = chain && (await heldBy(chain, asset));
    if (units === undefined) continue;
    const scaled = units * powerOfTen(ledgerScale(asset.id) - asset.decimals);
    await writePlaces(database, [{ place: 'wallet', asset: asset.id, units: scaled }]);
  }
}

async function heldBy(chain: Chain, asset: Asset): Promise<bigint | undefined> {
  const balances = await chain.readBalances(asset);
  return balances.kind === 'ok' ? chain.freeFunds(asset, balances.value, NOTHING_CLAIMED).asset : undefined;
}

function inLedgerOf({ id }: Asset, amount: Decimal): bigint {
  return rescale(amount, ledgerScale(id), 'down').coefficient;
}
