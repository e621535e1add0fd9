import { fromDecimal, parseAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { divide } from '@slipway/money/decimal.ts';
import type { Chain } from '../../../providers/chain/chainPort.ts';
import { type Catalog, requireCrypto } from '../../catalog/catalog.ts';
import type { Order } from '../../order/order.ts';
import { findReferencePrice, type PriceBook } from '../../quote/priceBook.ts';

/** The fee of a payout may be a tenth of what the buyer pays, as in a quote. */
const ORDER_FEE_DIVISOR = 10n;
/** For a network without a maximum fee: this multiple of the fee that was expected at signing. */
const TIMES_EXPECTED = 10n;
const CENT_DIGITS = 2;

export type FeeCeilingContext = { readonly catalog: Catalog; readonly prices: () => PriceBook };

/**
 * Returns the most that a chain may charge for an order's payout, in native minor units: the network's maximum fee, or ten
 * times the expected fee; and at most a tenth of the order if the coin has a price now. The maximum is read each time, so
 * that an operator can raise it.
 */
export function computeFeeCeiling(
  { catalog, prices }: FeeCeilingContext,
  order: Pick<Order, 'network' | 'euroCents'>,
  { nativeAsset }: Pick<Chain, 'nativeAsset'>,
  expectedUnits: bigint,
): bigint {
  const network = catalog.networks.find(({ id }) => id === order.network);
  const networkCeiling =
    network?.maximumFee === undefined
      ? expectedUnits * TIMES_EXPECTED
      : parseAmount(nativeAsset, network.maximumFee).units;
  if (!network) return networkCeiling;
  const { marketBase } = requireCrypto(catalog, network.nativeCrypto);
  const orderCeiling = computeOrderShare(order, nativeAsset, marketBase, prices());
  return orderCeiling !== undefined && orderCeiling < networkCeiling ? orderCeiling : networkCeiling;
}

function computeOrderShare(
  { euroCents }: Pick<Order, 'euroCents'>,
  nativeAsset: Asset,
  marketBase: string,
  book: PriceBook,
): bigint | undefined {
  const price = findReferencePrice(book, marketBase, 'EUR', new Date());
  if (!price) return undefined;
  const euros = { coefficient: euroCents / ORDER_FEE_DIVISOR, scale: CENT_DIGITS };
  return fromDecimal(nativeAsset, divide(euros, price.mid, nativeAsset.decimals, 'down'), 'down').units;
}
