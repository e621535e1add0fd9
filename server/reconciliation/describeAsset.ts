import { fiatAsset } from '@slipway/money/iso4217.ts';
import { LEDGER_CRYPTO_SCALE, LEDGER_FIAT_SCALE, VENUE_ASSET_PREFIX } from '../ledger/posting.ts';
import type { Catalog, Crypto } from '../purchase/catalog/catalog.ts';
import { formatCoinName } from '../purchase/catalog/formatCoinName.ts';
import { FIAT_PREFIX, parseFiatCode } from './fiat.ts';

/** Prefix of a coin at a venue, for all its networks: `coin:BTC`. */
const COIN_PREFIX = 'coin:';

export function formatVenueCoin({ symbol }: Pick<Crypto, 'symbol'>): string {
  return COIN_PREFIX + symbol.toUpperCase();
}

/** Returns the cryptos as which a venue's coin can be delivered. */
export function findCryptosOfCoin({ cryptos }: Pick<Catalog, 'cryptos'>, coin: string): readonly Crypto[] {
  return [...cryptos.values()].filter((crypto) => formatVenueCoin(crypto) === coin);
}

/** Returns the asset as it is compared at a venue, which has one balance of a coin for all its networks. */
export function toVenueAsset({ cryptos }: Pick<Catalog, 'cryptos'>, asset: string): string {
  const crypto = [...cryptos.values()].find((each) => each.asset.id === asset);
  return crypto ? formatVenueCoin(crypto) : asset;
}

/** Returns the readable code of an asset, its name for people where no place names the network, and its digits. */
export function describeAsset(
  catalog: Pick<Catalog, 'cryptos'>,
  asset: string,
): { readonly code: string; readonly name: string; readonly decimals: number } {
  const described = (code: string, decimals: number, name = code) => ({ code, name, decimals });
  if (asset.startsWith(FIAT_PREFIX)) {
    const { code, decimals } = fiatAsset(parseFiatCode(asset));
    return described(code, decimals);
  }
  if (asset.startsWith(VENUE_ASSET_PREFIX)) return described(asset.slice(VENUE_ASSET_PREFIX.length), LEDGER_FIAT_SCALE);
  const [atVenue] = findCryptosOfCoin(catalog, asset);
  if (atVenue) return described(atVenue.symbol, atVenue.asset.decimals);
  const crypto = [...catalog.cryptos.values()].find((each) => each.asset.id === asset);
  if (!crypto) return described(asset, LEDGER_CRYPTO_SCALE);
  return described(crypto.id, crypto.asset.decimals, formatCoinName(catalog, crypto));
}
