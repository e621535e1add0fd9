import type { Asset } from '@slipway/money/asset.ts';
import { vendorAmount } from '../amounts.ts';
import type { OrderReference, ProviderOrder, ProviderState } from '../offerPort.ts';
import type { OnrampTransaction } from './schemas.ts';
import { isNamed, type Listing } from './words.ts';

/** `OnrampTransactionPayloadStatus` of @coinbase/cdp-sdk 1.57.0 (read 2026-11-22), in the order of how far each has come. */
const STATES: Readonly<Record<string, ProviderState>> = {
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
  ONRAMP_TRANSACTION_STATUS_CREATED: 'awaiting_payment',
  ONRAMP_TRANSACTION_STATUS_AWAITING_AUTH: 'awaiting_payment',
  ONRAMP_TRANSACTION_STATUS_AWAITING_PAYMENT: 'awaiting_payment',
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'paid',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'delivered',
};

const PROGRESS = Object.keys(STATES);

/** Of several that bear our number the one that counts: the furthest, then the newest. */
export function furthest(transactions: readonly OnrampTransaction[]): OnrampTransaction | undefined {
  return transactions.toSorted(
    (one, other) => progressOf(other) - progressOf(one) || other.createdAt.localeCompare(one.createdAt),
  )[0];
}

/** Behind a word that nobody knows there may be money: only a failure counts less. */
function progressOf({ status }: OnrampTransaction): number {
  const at = PROGRESS.indexOf(status);
  return at < 0 ? 0.5 : at;
}

/** In progress with a transaction of the chain, the coins are under way. */
function stateOf({ status, txHash }: OnrampTransaction): ProviderState | undefined {
  const state = Object.hasOwn(STATES, status) ? STATES[status] : undefined;
  return state === 'paid' && sentIn(txHash) ? 'delivering' : state;
}

/** Before there is one it is empty or a bare `0x` (samples of the webhooks' page, read 2026-11-22). */
function sentIn(txHash: string | null | undefined): string | undefined {
  return txHash && txHash !== '0x' ? txHash : undefined;
}

/** Whether it is of the coin that Coinbase lists so, as far as it says; a listing that is gone says nothing. */
export function isOfCoin(
  { purchaseAmount, purchaseNetwork }: OnrampTransaction,
  listing: Listing | undefined,
): boolean {
  if (!listing) return true;
  if (purchaseAmount && !isNamed(purchaseAmount.currency, listing)) return false;
  return !purchaseNetwork || purchaseNetwork === listing.network;
}

export function orderOf(transaction: OnrampTransaction, { payAsset, coin }: OrderReference): ProviderOrder {
  const { paymentTotal, purchaseAmount, failureReason } = transaction;
  return {
    providerOrderId: transaction.transactionId,
    state: stateOf(transaction),
    word: transaction.status,
    pay: isOf(payAsset, paymentTotal) ? vendorAmount(payAsset, paymentTotal.value, 'up') : undefined,
    receive: purchaseAmount ? vendorAmount(coin.asset, purchaseAmount.value, 'down') : undefined,
    affiliateFee: undefined,
    address: transaction.walletAddress || undefined,
    transactionId: sentIn(transaction.txHash),
    reason: failureReason && failureReason !== 'FAILURE_REASON_UNSPECIFIED' ? failureReason : undefined,
  };
}

type Money = NonNullable<OnrampTransaction['paymentTotal']>;

function isOf(asset: Asset, money: Money | null | undefined): money is Money {
  return money?.currency === asset.code;
}
