import { fromDecimal } from '@slipway/money/amount.ts';
import { add, parseDecimal } from '@slipway/money/decimal.ts';
import type { OrderReference, ProviderOrder, ProviderState } from '../offerPort.ts';
import { findFurthestPurchase } from '../rankProgress.ts';
import { parseVendorAmount } from '../vendorAmounts.ts';
import type { MoonpayTransaction } from './client.ts';
import { isSameCode } from './vendorNames.ts';

/** Returns the relevant transaction: the furthest, then the newest. */
export function findFurthestTransaction(transactions: readonly MoonpayTransaction[]): MoonpayTransaction | undefined {
  return findFurthestPurchase(transactions, toProviderState);
}

/**
 * Maps `TransactionStatus` of @moonpay/moonpay-node 0.2.12, and the stages of a buy transaction (dev.moonpay.com,
 * transaction object, read 2026-11-22).
 */
export function toProviderState({ status, stages, failureReason }: MoonpayTransaction): ProviderState | undefined {
  switch (status) {
    // The buyer has to complete a bank's page or a transfer.
    case 'waitingPayment':
    case 'waitingAuthorization':
      return 'awaiting_payment';
    case 'pending':
      return isDelivering(stages) ? 'delivering' : 'paid';
    case 'completed':
      return 'delivered';
    case 'failed':
      return findFailureReason(stages, failureReason) === 'refund' ? 'refunded' : 'failed';
    default:
      return undefined;
  }
}

function isDelivering(stages: MoonpayTransaction['stages']): boolean {
  const delivery = stages.find(({ stage }) => stage === 'stage_four_delivery');
  return delivery !== undefined && delivery.status !== 'not_started';
}

function findFailureReason(
  stages: MoonpayTransaction['stages'],
  failureReason: string | null | undefined,
): string | undefined {
  return stages.findLast(({ status }) => status === 'failed')?.failureReason ?? failureReason ?? undefined;
}

/**
 * Returns true for the order's number, unless the transaction states a coin with a code other than `code`. An undefined
 * `code` is not compared.
 */
export function isTransactionOfOrder(
  transaction: MoonpayTransaction,
  orderNo: string,
  code: string | undefined,
): boolean {
  const { externalTransactionId, currency } = transaction;
  return externalTransactionId === orderNo && (!currency || code === undefined || isSameCode(currency.code, code));
}

/** If the buyer paid in another currency, there is no amount in the order's currency. */
export function toProviderOrder(transaction: MoonpayTransaction, { payAsset, coin }: OrderReference): ProviderOrder {
  const isSamePayment = isSameCode(transaction.baseCurrency?.code ?? payAsset.code, payAsset.code);
  const { baseCurrencyAmount, feeAmount, extraFeeAmount, networkFeeAmount, quoteCurrencyAmount } = transaction;
  const parts = [baseCurrencyAmount, feeAmount, extraFeeAmount, networkFeeAmount].flatMap((text) =>
    text == null ? [] : [parseDecimal(text)],
  );
  return {
    providerOrderId: transaction.id,
    state: toProviderState(transaction),
    vendorStatus: transaction.status,
    // The sum is rounded once: the parts may have more digits than the currency.
    pay: baseCurrencyAmount == null || !isSamePayment ? undefined : fromDecimal(payAsset, parts.reduce(add), 'up'),
    receive: quoteCurrencyAmount == null ? undefined : parseVendorAmount(coin.asset, quoteCurrencyAmount, 'down'),
    affiliateFee:
      extraFeeAmount == null || !isSamePayment ? undefined : parseVendorAmount(payAsset, extraFeeAmount, 'down'),
    address: transaction.walletAddress ?? undefined,
    transactionId: transaction.cryptoTransactionId ?? undefined,
    reason: findFailureReason(transaction.stages, transaction.failureReason),
  };
}
