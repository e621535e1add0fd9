import { fromDecimal, parseAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { divide } from '@slipway/money/decimal.ts';
import type { Chain } from '../../providers/chain/chainPort.ts';
import { type Catalog, requireCrypto } from '../catalog/catalog.ts';
import type { Order } from '../order/order.ts';
import { type PriceBook, referencePrice } from '../quote/priceBook.ts';

/** A payout may cost a tenth of what the buyer pays, as in a quote. */
const SHARE_OF_ORDER = 10n;
/** For a network whose row says nothing: so many times what was expected when the payout was signed. */
const TIMES_EXPECTED = 10n;
const CENT_DIGITS = 2;

export type CeilingContext = { readonly catalog: Catalog; readonly prices: () => PriceBook };

/**
 * The most that a chain may take for an order's payout, in native minor units: what the network's row allows, and a
 * tenth of the order where the coin has a price now. Read anew each time, so that an operator can raise the one.
 */
export function feeCeiling(
  { catalog, prices }: CeilingContext,
  order: Pick<Order, 'network' | 'euroCents'>,
  { nativeAsset }: Pick<Chain, 'nativeAsset'>,
  expectedUnits: bigint,
): bigint {
  const network = catalog.networks.find(({ id }) => id === order.network);
  const ofNetwork =
    network?.maximumFee === undefined
      ? expectedUnits * TIMES_EXPECTED
      : parseAmount(nativeAsset, network.maximumFee).units;
  if (!network) return ofNetwork;
  const { marketBase } = requireCrypto(catalog, network.nativeCrypto);
  const ofOrder = shareOfOrder(order, nativeAsset, marketBase, prices());
  return ofOrder !== undefined && ofOrder < ofNetwork ? ofOrder : ofNetwork;
}

function shareOfOrder(
  { euroCents }: Pick<Order, 'euroCents'>,
  nativeAsset: Asset,
  marketBase: string,
  book: PriceBook,
): bigint | undefined {
  const price = referencePrice(book, marketBase, 'EUR', new Date());
  if (!price) return undefined;
  const euros = { coefficient: euroCents / SHARE_OF_ORDER, scale: CENT_DIGITS };
  return fromDecimal(nativeAsset, divide(euros, price.mid, nativeAsset.decimals, 'down'), 'down').units;
}
