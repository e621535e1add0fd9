import type { Asset } from '@slipway/money/asset.ts';
import { LEDGER_FIAT_SCALE, VENUE_ASSET } from '../../ledger/posting.ts';
import { type Catalog, type Crypto, requireCrypto } from '../catalog/catalog.ts';
import type { Order } from '../order/order.ts';

/**
 * What a market's base is in the books. A coin that is delivered under another name than it is bought by, as WBTC is for
 * BTC, is another asset: the catalog's native one of that name, or the venue's own where the catalog has none.
 */
export function boughtAsset(
  catalog: Catalog,
  { receive, receiveCurrency }: Pick<Order, 'receive' | 'receiveCurrency'>,
  base: string,
): Asset {
  const isNamed = ({ symbol }: Crypto) => symbol.toUpperCase() === base.toUpperCase();
  if (isNamed(requireCrypto(catalog, receiveCurrency))) return receive.asset;
  const named = [...catalog.cryptos.values()].filter(isNamed);
  const native = named.find(({ contract }) => contract === '') ?? named[0];
  return native?.asset ?? { id: `${VENUE_ASSET}${base}`, code: base, decimals: LEDGER_FIAT_SCALE };
}
