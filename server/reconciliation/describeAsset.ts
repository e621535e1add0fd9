import { fiatAsset } from '@slipway/money/iso4217.ts';
import { LEDGER_CRYPTO_SCALE, LEDGER_FIAT_SCALE, VENUE_ASSET } from '../ledger/posting.ts';
import type { Catalog, Crypto } from '../purchase/catalog/catalog.ts';
import { FIAT, fiatCodeOf } from './fiat.ts';

/** A coin at a venue, whatever network it may leave on: `coin:BTC`. */
const COIN = 'coin:';

export function coinOf({ symbol }: Pick<Crypto, 'symbol'>): string {
  return COIN + symbol.toUpperCase();
}

/** The cryptos that a coin at a venue can be delivered as. */
export function cryptosOfCoin({ cryptos }: Pick<Catalog, 'cryptos'>, coin: string): readonly Crypto[] {
  return [...cryptos.values()].filter((crypto) => coinOf(crypto) === coin);
}

/** A venue keeps one balance of a coin, on whichever networks it is delivered. */
export function comparedAtVenue({ cryptos }: Pick<Catalog, 'cryptos'>, asset: string): string {
  const crypto = [...cryptos.values()].find((each) => each.asset.id === asset);
  return crypto ? coinOf(crypto) : asset;
}

/** An asset of the books as people read it, and the digits that it has. */
export function describeAsset(
  catalog: Pick<Catalog, 'cryptos'>,
  asset: string,
): { readonly code: string; readonly decimals: number } {
  if (asset.startsWith(FIAT)) return fiatAsset(fiatCodeOf(asset));
  if (asset.startsWith(VENUE_ASSET)) return { code: asset.slice(VENUE_ASSET.length), decimals: LEDGER_FIAT_SCALE };
  const [atVenue] = cryptosOfCoin(catalog, asset);
  if (atVenue) return { code: atVenue.symbol, decimals: atVenue.asset.decimals };
  const crypto = [...catalog.cryptos.values()].find((each) => each.asset.id === asset);
  return { code: crypto?.id ?? asset, decimals: crypto?.asset.decimals ?? LEDGER_CRYPTO_SCALE };
}
