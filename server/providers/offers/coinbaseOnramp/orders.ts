import type { Asset } from '@slipway/money/asset.ts';
import type { OrderReference, ProviderOrder, ProviderState } from '../offerPort.ts';
import { findFurthestPurchase } from '../rankProgress.ts';
import { parseVendorAmount } from '../vendorAmounts.ts';
import type { OnrampTransaction } from './schemas.ts';
import { isListedCoin, type Listing } from './vendorNames.ts';

/** `OnrampTransactionPayloadStatus` of @coinbase/cdp-sdk 1.57.0 (read 2026-11-22). */
const STATES: Readonly<Record<string, ProviderState>> = {
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
  ONRAMP_TRANSACTION_STATUS_CREATED: 'awaiting_payment',
  ONRAMP_TRANSACTION_STATUS_AWAITING_AUTH: 'awaiting_payment',
  ONRAMP_TRANSACTION_STATUS_AWAITING_PAYMENT: 'awaiting_payment',
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'paid',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'delivered',
};

/** Returns the relevant one of several transactions with the order's number: the furthest, then the newest. */
export function findFurthestTransaction(transactions: readonly OnrampTransaction[]): OnrampTransaction | undefined {
  return findFurthestPurchase(transactions, toProviderState);
}

/** Returns `delivering` in place of `paid` once the purchase has a transaction on the chain. */
function toProviderState({ status, txHash }: OnrampTransaction): ProviderState | undefined {
  const state = Object.hasOwn(STATES, status) ? STATES[status] : undefined;
  return state === 'paid' && findTransactionHash(txHash) ? 'delivering' : state;
}

/**
 * Returns undefined while there is no transaction: Coinbase then sends an empty text or a bare `0x` (samples of the
 * webhooks' page, read 2026-11-22).
 */
function findTransactionHash(txHash: string | null | undefined): string | undefined {
  return txHash && txHash !== '0x' ? txHash : undefined;
}

/**
 * Returns true unless the transaction states a coin other than the listed one; without a listing nothing is compared.
 */
export function isTransactionOfCoin(
  { purchaseAmount, purchaseNetwork }: OnrampTransaction,
  listing: Listing | undefined,
): boolean {
  if (!listing) return true;
  if (purchaseAmount && !isListedCoin(purchaseAmount.currency, listing)) return false;
  return !purchaseNetwork || purchaseNetwork === listing.network;
}

export function toProviderOrder(transaction: OnrampTransaction, { payAsset, coin }: OrderReference): ProviderOrder {
  const { paymentTotal, purchaseAmount, failureReason } = transaction;
  return {
    providerOrderId: transaction.transactionId,
    state: toProviderState(transaction),
    vendorStatus: transaction.status,
    pay: isAmountOfAsset(payAsset, paymentTotal) ? parseVendorAmount(payAsset, paymentTotal.value, 'up') : undefined,
    receive: purchaseAmount ? parseVendorAmount(coin.asset, purchaseAmount.value, 'down') : undefined,
    affiliateFee: undefined,
    address: transaction.walletAddress || undefined,
    transactionId: findTransactionHash(transaction.txHash),
    reason: failureReason && failureReason !== 'FAILURE_REASON_UNSPECIFIED' ? failureReason : undefined,
  };
}

type TransactionMoney = NonNullable<OnrampTransaction['paymentTotal']>;

function isAmountOfAsset(asset: Asset, money: TransactionMoney | null | undefined): money is TransactionMoney {
  return money?.currency === asset.code;
}
