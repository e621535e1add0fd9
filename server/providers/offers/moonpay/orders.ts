import { addAmounts } from '@slipway/money/amount.ts';
import { vendorAmount } from '../amounts.ts';
import type { OrderReference, ProviderOrder, ProviderState } from '../offerPort.ts';
import type { MoonpayTransaction } from './client.ts';
import { isCode } from './words.ts';

/** How far a transaction has come; of several that bear our number the furthest one is the purchase. */
const PROGRESS = ['failed', 'waitingPayment', 'waitingAuthorization', 'pending', 'completed'];

/** The transaction that counts: the furthest, then the newest. */
export function furthest(transactions: readonly MoonpayTransaction[]): MoonpayTransaction | undefined {
  return transactions.toSorted(
    (one, other) =>
      PROGRESS.indexOf(other.status) - PROGRESS.indexOf(one.status) || other.createdAt.localeCompare(one.createdAt),
  )[0];
}

/** `TransactionStatus` of @moonpay/moonpay-node 0.2.12, and the stages of a buy transaction (dev.moonpay.com, transaction object, read 2026-11-22). */
export function stateOf({ status, stages, failureReason }: MoonpayTransaction): ProviderState | undefined {
  switch (status) {
    // A bank's page or a transfer that the buyer has to see to.
    case 'waitingPayment':
    case 'waitingAuthorization':
      return 'awaiting_payment';
    case 'pending':
      return isDelivering(stages) ? 'delivering' : 'paid';
    case 'completed':
      return 'delivered';
    case 'failed':
      return reasonOf(stages, failureReason) === 'refund' ? 'refunded' : 'failed';
    default:
      return undefined;
  }
}

function isDelivering(stages: MoonpayTransaction['stages']): boolean {
  const delivery = stages.find(({ stage }) => stage === 'stage_four_delivery');
  return delivery !== undefined && delivery.status !== 'not_started';
}

function reasonOf(stages: MoonpayTransaction['stages'], failureReason: string | null | undefined): string | undefined {
  return stages.findLast(({ status }) => status === 'failed')?.failureReason ?? failureReason ?? undefined;
}

/** Whether it is of our order: by our number, and of the coin that MoonPay calls so, as far as it says. */
export function isOf(transaction: MoonpayTransaction, orderNo: string, code: string | undefined): boolean {
  const { externalTransactionId, currency } = transaction;
  return externalTransactionId === orderNo && (!currency || code === undefined || isCode(currency.code, code));
}

/** A buyer may pay in another currency there: then there is no amount in ours. */
export function orderOf(transaction: MoonpayTransaction, { payAsset, coin }: OrderReference): ProviderOrder {
  const isOurs = isCode(transaction.baseCurrency?.code ?? payAsset.code, payAsset.code);
  const pay = (text: string | null | undefined) =>
    text == null || !isOurs ? undefined : vendorAmount(payAsset, text, 'up');
  const parts = [
    transaction.baseCurrencyAmount,
    transaction.feeAmount,
    transaction.extraFeeAmount,
    transaction.networkFeeAmount,
  ].map(pay);
  const [base] = parts;
  const { quoteCurrencyAmount } = transaction;
  return {
    providerOrderId: transaction.id,
    state: stateOf(transaction),
    word: transaction.status,
    pay: base && parts.reduce((sum, part) => (sum && part ? addAmounts(sum, part) : sum)),
    receive: quoteCurrencyAmount == null ? undefined : vendorAmount(coin.asset, quoteCurrencyAmount, 'down'),
    affiliateFee: pay(transaction.extraFeeAmount),
    address: transaction.walletAddress ?? undefined,
    transactionId: transaction.cryptoTransactionId ?? undefined,
    reason: reasonOf(transaction.stages, transaction.failureReason),
  };
}
