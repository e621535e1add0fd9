import type { Asset } from '@slipway/money/asset.ts';
import { parseSignedDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset, isFiat } from '@slipway/money/iso4217.ts';
import { type Entry, LEDGER_FIAT_SCALE, moveDecimal, type Posting, VENUE_ASSET } from '../../ledger/posting.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import type { StoredMovement } from './movementStore.ts';

/**
 * What a currency of the venue is in the books: money, the catalog's native coin of that name or its first one, or the
 * venue's own. As purchases book it where nothing says on which network it lies.
 */
export function assetAtVenue(catalog: Pick<Catalog, 'cryptos' | 'payCurrencies'>, currency: string): Asset {
  const named = [...catalog.cryptos.values()].filter(({ symbol }) => symbol.toUpperCase() === currency.toUpperCase());
  const crypto = named.find(({ contract }) => contract === '') ?? named[0];
  if (crypto) return crypto.asset;
  if (catalog.payCurrencies.has(currency)) return fiatAsset(currency);
  return { id: `${VENUE_ASSET}${currency}`, code: currency, decimals: LEDGER_FIAT_SCALE };
}

/** A movement is posted under this once, by the product or by a person. */
export function keyOfMovement({ venue, id }: Pick<StoredMovement, 'venue' | 'id'>): string {
  return `venue:${venue}:${id}`;
}

/** What comes was on its way, and what leaves is. A withdrawal that failed has the other sign and comes back. */
export function entryOfMovement(movement: StoredMovement, asset: Asset): Entry | undefined {
  if (movement.kind === 'other') return undefined;
  const postings: readonly Posting[] = [
    ...moveDecimal(asset, parseSignedDecimal(movement.amount), 'asset:transit', 'asset:venue'),
    ...moveDecimal(asset, parseSignedDecimal(movement.fee), 'asset:venue', feeAccount(movement, asset)),
  ];
  return { kind: `venue_${movement.kind}`, key: keyOfMovement(movement), postings };
}

/** What a venue takes for sending coins pays the network. */
function feeAccount({ kind }: StoredMovement, asset: Asset): 'expense:network' | 'expense:venue' {
  return kind === 'withdrawal' && !isFiat(asset) ? 'expense:network' : 'expense:venue';
}
