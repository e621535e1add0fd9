import { fiatAsset } from '@slipway/money/iso4217.ts';
import { LEDGER_CRYPTO_SCALE, LEDGER_FIAT_SCALE, VENUE_ASSET_PREFIX } from '../ledger/posting.ts';
import type { Catalog, Crypto } from '../purchase/catalog/catalog.ts';
import { formatCoinName } from '../purchase/catalog/formatCoinName.ts';
import { FIAT_PREFIX, parseFiatCode } from './fiat.ts';

/** Prefix of a coin at a venue, for all its networks: `coin:BTC`. */
const COIN_PREFIX = 'coin:';

export function buildVenueCoinId({ symbol }: Pick<Crypto, 'symbol'>): string {
  return COIN_PREFIX + symbol.toUpperCase();
}

/** Returns the cryptos as which a venue's coin can be delivered. */
export function findCryptosOfCoin({ cryptos }: Pick<Catalog, 'cryptos'>, coin: string): readonly Crypto[] {
  return [...cryptos.values()].filter((crypto) => buildVenueCoinId(crypto) === coin);
}

/** Returns the asset as it is compared at a venue, which has one balance of a coin for all its networks. */
export function toVenueAsset({ cryptos }: Pick<Catalog, 'cryptos'>, asset: string): string {
  const crypto = [...cryptos.values()].find((each) => each.asset.id === asset);
  return crypto ? buildVenueCoinId(crypto) : asset;
}

type DescribedAsset = {
  /** The id that commands use: `USDC_BASE`. */
  readonly code: string;
  /** The name for people on a page that already names the network: `USDC`. */
  readonly symbol: string;
  /** The name for people: `USDC on Base`. */
  readonly name: string;
  readonly decimals: number;
};

export function describeAsset(catalog: Pick<Catalog, 'cryptos'>, asset: string): DescribedAsset {
  const plain = (code: string, decimals: number) => ({ code, symbol: code, name: code, decimals });
  if (asset.startsWith(FIAT_PREFIX)) {
    const { code, decimals } = fiatAsset(parseFiatCode(asset));
    return plain(code, decimals);
  }
  if (asset.startsWith(VENUE_ASSET_PREFIX)) return plain(asset.slice(VENUE_ASSET_PREFIX.length), LEDGER_FIAT_SCALE);
  const [atVenue] = findCryptosOfCoin(catalog, asset);
  if (atVenue) return plain(atVenue.symbol, atVenue.asset.decimals);
  const crypto = [...catalog.cryptos.values()].find((each) => each.asset.id === asset);
  if (!crypto) return plain(asset, LEDGER_CRYPTO_SCALE);
  const { id, symbol } = crypto;
  return { code: id, symbol, name: formatCoinName(catalog, crypto), decimals: crypto.asset.decimals };
}
