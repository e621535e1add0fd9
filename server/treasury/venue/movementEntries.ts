import type { Asset } from '@slipway/money/asset.ts';
import { parseSignedDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset, isFiat } from '@slipway/money/iso4217.ts';
import {
  type Entry,
  LEDGER_FIAT_SCALE,
  moveDecimalValue,
  type Posting,
  VENUE_ASSET_PREFIX,
} from '../../ledger/posting.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import type { StoredMovement } from './movementStore.ts';

/**
 * Returns the asset of a venue's currency: the catalog's coin with that symbol, preferably a native one, else a pay currency,
 * else an asset of the venue. `findBoughtAsset` has the same rule for a coin other than the delivered one.
 */
export function findVenueAsset(catalog: Pick<Catalog, 'cryptos' | 'payCurrencies'>, currency: string): Asset {
  const named = [...catalog.cryptos.values()].filter(({ symbol }) => symbol.toUpperCase() === currency.toUpperCase());
  const crypto = named.find(({ contract }) => contract === '') ?? named[0];
  if (crypto) return crypto.asset;
  if (catalog.payCurrencies.has(currency)) return fiatAsset(currency);
  return { id: `${VENUE_ASSET_PREFIX}${currency}`, code: currency, decimals: LEDGER_FIAT_SCALE };
}

/** Returns the key under which a movement is posted once, by the product or a person. */
export function buildMovementKey({ venue, id }: Pick<StoredMovement, 'venue' | 'id'>): string {
  return `venue:${venue}:${id}`;
}

/**
 * Returns the entry of a movement: deposits come from transit, and withdrawals go into it. A failed withdrawal has the opposite
 * sign and comes back. Undefined for another kind of movement; throws a RangeError for an amount finer than the ledger.
 */
export function buildMovementEntry(movement: StoredMovement, asset: Asset): Entry | undefined {
  if (movement.kind === 'other') return undefined;
  const postings: readonly Posting[] = [
    ...moveDecimalValue(asset, parseSignedDecimal(movement.amount), 'asset:transit', 'asset:venue'),
    ...moveDecimalValue(asset, parseSignedDecimal(movement.fee), 'asset:venue', chooseFeeAccount(movement, asset)),
  ];
  return { kind: `venue_${movement.kind}`, key: buildMovementKey(movement), postings };
}

/** Returns the account of the fee: a venue's fee for sending coins pays the network. */
function chooseFeeAccount({ kind }: StoredMovement, asset: Asset): 'expense:network' | 'expense:venue' {
  return kind === 'withdrawal' && !isFiat(asset) ? 'expense:network' : 'expense:venue';
}
