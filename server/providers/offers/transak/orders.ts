import { vendorAmount } from '../amounts.ts';
import type { OrderReference, ProviderOrder, ProviderState } from '../offerPort.ts';
import type { TransakCoin, TransakOrder } from './schemas.ts';
import { isNamed } from './words.ts';

/** https://docs.transak.com/guides/track-order-status, On-Ramp (read 2026-11-22). */
const STATES: ReadonlyMap<string, ProviderState> = new Map([
  ['AWAITING_PAYMENT_FROM_USER', 'awaiting_payment'],
  // The buyer's word alone: nothing has been received yet.
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

const ENDED_BADLY: ReadonlySet<ProviderState> = new Set(['failed', 'expired', 'refunded']);

export function stateOf(word: string): ProviderState | undefined {
  return STATES.get(word);
}

/** How far an order has come; of several that bear our number the furthest one is the purchase. */
const PROGRESS: readonly (ProviderState | undefined)[] = [
  'expired',
  'failed',
  undefined,
  'awaiting_payment',
  'paid',
  'on_hold',
  'delivering',
  'refunded',
  'delivered',
];

/** The order that counts: the furthest, then the newest. */
export function furthest(orders: readonly TransakOrder[]): TransakOrder | undefined {
  const progressOf = ({ status }: TransakOrder) => PROGRESS.indexOf(stateOf(status));
  return orders.toSorted(
    (one, other) => progressOf(other) - progressOf(one) || other.createdAt.localeCompare(one.createdAt),
  )[0];
}

/** Whether it is the purchase that the reference speaks of. Orders say our number where they were given it. `sold`: what Transak calls the coin; undefined once it sells it no more. */
export function isOf(
  order: TransakOrder,
  { orderNo, payAsset }: OrderReference,
  sold: TransakCoin | undefined,
): boolean {
  if (order.partnerOrderId !== orderNo || order.fiatCurrency !== payAsset.code) return false;
  return !sold || isNamed(order, sold);
}

export function orderOf(order: TransakOrder, { payAsset, coin }: OrderReference): ProviderOrder {
  const state = stateOf(order.status);
  const partnerFee = order.conversionPriceData?.feeBreakdown?.find(({ id }) => id === 'partner_fee')?.value;
  return {
    providerOrderId: order.id,
    state,
    word: order.status,
    pay: order.fiatAmount == null ? undefined : vendorAmount(payAsset, order.fiatAmount, 'up'),
    receive: order.cryptoAmount == null ? undefined : vendorAmount(coin.asset, order.cryptoAmount, 'down'),
    affiliateFee: partnerFee === undefined ? undefined : vendorAmount(payAsset, partnerFee, 'down'),
    address: order.walletAddress ?? undefined,
    transactionId: order.transactionHash ?? undefined,
    reason: state && ENDED_BADLY.has(state) ? (order.statusReason ?? order.status) : undefined,
  };
}
