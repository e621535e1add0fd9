import type { Asset } from '@slipway/money/asset.ts';
import { type Decimal, powerOfTen, rescale } from '@slipway/money/decimal.ts';
import { ledgerScale } from '../../ledger/posting.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Chain, ExistingClaims } from '../../providers/chain/chainPort.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import type { VenueAccount } from '../../providers/venue/venueAccount.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { findVenueAsset } from '../venue/movementEntries.ts';
import { saveBalanceReadings } from './balanceReadingStore.ts';

type CollectContext = {
  readonly database: Database;
  readonly venue: Pick<VenueAccount, 'getBalances'>;
  readonly chains: Chains;
  readonly catalog: Catalog;
  readonly log: Log;
};

/** No claims, so that the balances include the funds of signed payouts. */
const NOTHING_CLAIMED: ExistingClaims = {
  nextNonce: 0,
  held: new Set(),
  waiting: 0,
  live: [],
  superseded: new Set(),
};

/**
 * Reads and stores the balances of the exchange and of every paying address. If one does not answer, its stored balance and
 * time remain.
 */
export async function collectBalances(context: CollectContext): Promise<void> {
  await Promise.all([readVenue(context), readWallets(context)]);
}

async function readVenue({ database, venue, catalog, log }: CollectContext): Promise<void> {
  const answer = await venue.getBalances();
  if (answer.kind !== 'ok') {
    log.warn({ outcome: answer.kind }, 'the balances at the exchange were not read');
    return;
  }
  const readings = answer.value.map(({ currency, amount }) => ({
    place: 'venue' as const,
    asset: currency,
    units: toLedgerUnits(findVenueAsset(catalog, currency), amount),
  }));
  await saveBalanceReadings(database, readings);
}

async function readWallets({ database, chains, catalog }: CollectContext): Promise<void> {
  for (const { asset, network } of catalog.cryptos.values()) {
    const chain = chains.get(network.chain);
    const units = chain && (await readHeldUnits(chain, asset));
    if (units === undefined) continue;
    const scaled = units * powerOfTen(ledgerScale(asset.id) - asset.decimals);
    await saveBalanceReadings(database, [{ place: 'wallet', asset: asset.id, units: scaled }]);
  }
}

async function readHeldUnits(chain: Chain, asset: Asset): Promise<bigint | undefined> {
  const balances = await chain.readBalances(asset);
  return balances.kind === 'ok' ? chain.computeFreeFunds(asset, balances.value, NOTHING_CLAIMED).asset : undefined;
}

function toLedgerUnits({ id }: Asset, amount: Decimal): bigint {
  return rescale(amount, ledgerScale(id), 'down').coefficient;
}
