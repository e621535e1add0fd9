import type { Asset } from '@slipway/money/asset.ts';
import { LEDGER_FIAT_SCALE, VENUE_ASSET_PREFIX } from '../../ledger/posting.ts';
import { type Catalog, type Crypto, requireCrypto } from '../catalog/catalog.ts';
import type { Order } from '../order/order.ts';

/**
 * Returns the ledger asset of a market's base coin: the delivered asset if it has that symbol. Otherwise, such as BTC bought
 * for WBTC, it is the catalog's coin with that symbol, preferably a native one, or a venue asset if the catalog has none.
 */
export function findBoughtAsset(
  catalog: Catalog,
  { receive, receiveCurrency }: Pick<Order, 'receive' | 'receiveCurrency'>,
  base: string,
): Asset {
  const isNamed = ({ symbol }: Crypto) => symbol.toUpperCase() === base.toUpperCase();
  if (isNamed(requireCrypto(catalog, receiveCurrency))) return receive.asset;
  const named = [...catalog.cryptos.values()].filter(isNamed);
  const native = named.find(({ contract }) => contract === '') ?? named[0];
  return native?.asset ?? { id: `${VENUE_ASSET_PREFIX}${base}`, code: base, decimals: LEDGER_FIAT_SCALE };
}
