import { createAmount } from '@slipway/money/amount.ts';
import type { OrderReference, ProviderOrder, ProviderState } from '../offerPort.ts';
import { parseVendorAmount } from '../vendorAmounts.ts';
import type { RampPurchase } from './client.ts';
import { isSameCoin } from './vendorNames.ts';

/**
 * PurchaseStatus of @ramp-network/ramp-instant-sdk 6.2.0, with the description of each in
 * https://docs.ramp.network/sdk-reference (read 2026-11-22). RETURNED occurs only in webhooks: no
 * query reports a return.
 */
const STATES: ReadonlyMap<string, ProviderState> = new Map([
  ['INITIALIZED', 'awaiting_payment'],
  ['PAYMENT_STARTED', 'awaiting_payment'],
  // The last attempt failed: the buyer may pay again on Ramp's page until the purchase expires or is cancelled.
  ['PAYMENT_FAILED', 'awaiting_payment'],
  // The buyer has paid; whether the money arrives is not known.
  ['PAYMENT_IN_PROGRESS', 'awaiting_payment'],
  // A bank reported that the transfer left the buyer's account.
  ['FIAT_SENT', 'awaiting_payment'],
  ['PAYMENT_EXECUTED', 'paid'],
  ['FIAT_RECEIVED', 'paid'],
  ['RELEASING', 'delivering'],
  ['RELEASED', 'delivered'],
  ['CANCELLED', 'failed'],
  ['EXPIRED', 'expired'],
  ['RETURNED', 'refunded'],
]);

const FAILED_STATES: ReadonlySet<ProviderState> = new Set(['failed', 'expired', 'refunded']);

export function toProviderState(vendorStatus: string): ProviderState | undefined {
  return STATES.get(vendorStatus);
}

/** Returns undefined for another purchase than the referenced one: of another coin, or paid in another currency. */
export function toProviderOrder(purchase: RampPurchase, { payAsset, coin }: OrderReference): ProviderOrder | undefined {
  if (!isSameCoin(purchase.asset, coin) || purchase.fiatCurrency !== payAsset.code) return undefined;
  const state = toProviderState(purchase.status);
  return {
    providerOrderId: purchase.id,
    state,
    vendorStatus: purchase.status,
    pay: parseVendorAmount(payAsset, purchase.fiatValue, 'up'),
    receive: createAmount(coin.asset, BigInt(purchase.cryptoAmount)),
    affiliateFee: purchase.hostFeeCut == null ? undefined : parseVendorAmount(payAsset, purchase.hostFeeCut, 'down'),
    address: purchase.receiverAddress,
    transactionId: purchase.finalTxHash ?? undefined,
    // Ramp gives no reason other than the status.
    reason: state && FAILED_STATES.has(state) ? purchase.status : undefined,
  };
}
