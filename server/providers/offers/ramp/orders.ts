import { amountOf } from '@slipway/money/amount.ts';
import { vendorAmount } from '../amounts.ts';
import type { OrderReference, ProviderOrder, ProviderState } from '../offerPort.ts';
import type { RampPurchase } from './client.ts';
import { isSameCoin } from './words.ts';

/**
 * PurchaseStatus of @ramp-network/ramp-instant-sdk 6.2.0, with what https://docs.ramp.network/sdk-reference says of each
 * (read 2026-11-22). RETURNED is a word of the webhooks, which alone tell of a return.
 */
const STATES: ReadonlyMap<string, ProviderState> = new Map([
  ['INITIALIZED', 'awaiting_payment'],
  ['PAYMENT_STARTED', 'awaiting_payment'],
  // Of the last try: the buyer may pay again on Ramp's page until the purchase expires or is cancelled.
  ['PAYMENT_FAILED', 'awaiting_payment'],
  // The buyer has done their part; whether the money comes is not known.
  ['PAYMENT_IN_PROGRESS', 'awaiting_payment'],
  // A bank's word that the transfer left the buyer's account.
  ['FIAT_SENT', 'awaiting_payment'],
  ['PAYMENT_EXECUTED', 'paid'],
  ['FIAT_RECEIVED', 'paid'],
  ['RELEASING', 'delivering'],
  ['RELEASED', 'delivered'],
  ['CANCELLED', 'failed'],
  ['EXPIRED', 'expired'],
  ['RETURNED', 'refunded'],
]);

const ENDED_BADLY: ReadonlySet<ProviderState> = new Set(['failed', 'expired', 'refunded']);

export function stateOf(word: string): ProviderState | undefined {
  return STATES.get(word);
}

/** Undefined where it is another purchase than the reference speaks of: of another coin, or paid in another currency. */
export function orderOf(purchase: RampPurchase, { payAsset, coin }: OrderReference): ProviderOrder | undefined {
  if (!isSameCoin(purchase.asset, coin) || purchase.fiatCurrency !== payAsset.code) return undefined;
  const state = stateOf(purchase.status);
  return {
    providerOrderId: purchase.id,
    state,
    word: purchase.status,
    pay: vendorAmount(payAsset, purchase.fiatValue, 'up'),
    receive: amountOf(coin.asset, BigInt(purchase.cryptoAmount)),
    affiliateFee: purchase.hostFeeCut == null ? undefined : vendorAmount(payAsset, purchase.hostFeeCut, 'down'),
    address: purchase.receiverAddress,
    transactionId: purchase.finalTxHash ?? undefined,
    // Ramp gives no other reason than the word.
    reason: state && ENDED_BADLY.has(state) ? purchase.status : undefined,
  };
}
