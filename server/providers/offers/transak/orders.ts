import type { OrderReference, ProviderOrder, ProviderState } from '../offerPort.ts';
import { findFurthestPurchase } from '../rankProgress.ts';
import { parseVendorAmount } from '../vendorAmounts.ts';
import type { TransakCoin, TransakOrder } from './schemas.ts';
import { isMatchingCoin } from './vendorNames.ts';

/** https://docs.transak.com/guides/track-order-status, On-Ramp (read 2026-11-22). */
const STATES: ReadonlyMap<string, ProviderState> = new Map([
  ['AWAITING_PAYMENT_FROM_USER', 'awaiting_payment'],
  // Only the buyer's claim: nothing has been received yet.
  ['PAYMENT_DONE_MARKED_BY_USER', 'awaiting_payment'],
  ['PROCESSING', 'paid'],
  ['PENDING_DELIVERY_FROM_TRANSAK', 'delivering'],
  ['ON_HOLD_PENDING_DELIVERY_FROM_TRANSAK', 'on_hold'],
  ['COMPLETED', 'delivered'],
  ['CANCELLED', 'failed'],
  ['FAILED', 'failed'],
  ['REFUNDED', 'refunded'],
  ['EXPIRED', 'expired'],
]);

const FAILED_STATES: ReadonlySet<ProviderState> = new Set(['failed', 'expired', 'refunded']);

export function toProviderState(vendorStatus: string): ProviderState | undefined {
  return STATES.get(vendorStatus);
}

/** Returns the relevant order: the furthest, then the newest. */
export function findFurthestOrder(orders: readonly TransakOrder[]): TransakOrder | undefined {
  return findFurthestPurchase(orders, ({ status }) => toProviderState(status));
}

/**
 * Returns true for the referenced purchase. Transak's orders contain the product's order number. `sold`: Transak's
 * entry of the coin. If it is undefined, since the coin is no longer sold, coin and network are not compared.
 */
export function isReferencedOrder(
  order: TransakOrder,
  { orderNo, payAsset }: OrderReference,
  sold: TransakCoin | undefined,
): boolean {
  if (order.partnerOrderId !== orderNo || order.fiatCurrency !== payAsset.code) return false;
  return !sold || isMatchingCoin(order, sold);
}

export function toProviderOrder(order: TransakOrder, { payAsset, coin }: OrderReference): ProviderOrder {
  const state = toProviderState(order.status);
  const partnerFee = order.conversionPriceData?.feeBreakdown?.find(({ id }) => id === 'partner_fee')?.value;
  return {
    providerOrderId: order.id,
    state,
    vendorStatus: order.status,
    pay: order.fiatAmount == null ? undefined : parseVendorAmount(payAsset, order.fiatAmount, 'up'),
    receive: order.cryptoAmount == null ? undefined : parseVendorAmount(coin.asset, order.cryptoAmount, 'down'),
    affiliateFee: partnerFee === undefined ? undefined : parseVendorAmount(payAsset, partnerFee, 'down'),
    address: order.walletAddress ?? undefined,
    transactionId: order.transactionHash ?? undefined,
    reason: state && FAILED_STATES.has(state) ? (order.statusReason ?? order.status) : undefined,
  };
}
