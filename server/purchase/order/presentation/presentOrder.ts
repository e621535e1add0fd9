import type { OrderDetail, OrderSummary } from '@slipway/contract/entities/order.ts';
import {
  type Amount,
  addAmounts,
  createAmount,
  createZeroAmount,
  formatAmount,
  subtractAmounts,
} from '@slipway/money/amount.ts';
import { type Catalog, requireCrypto } from '../../catalog/catalog.ts';
import { getCryptoImage } from '../../catalog/catalogImages.ts';
import { formatReceive } from '../../quote/pricedQuote.ts';
import { formatTransferReference } from '../numbers/transferReference.ts';
import { getMethodTraits, isPaid, type Order } from '../order.ts';
import type { TimelineRow } from '../orderEventStore.ts';
import { chooseBuyerReason } from './chooseBuyerReason.ts';

/** The data that an order's page shows in addition to the order. */
export type OrderPresentation = {
  readonly timeline: readonly TimelineRow[];
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** Confirmations of the payout; set even before the payout exists. */
  readonly blocks: { readonly confirmed: number; readonly required: number };
  readonly delivery: OrderDetail['delivery'];
  readonly provider: OrderDetail['provider'];
  readonly returnTo: OrderDetail['returnTo'];
  readonly usualSeconds: OrderDetail['usualSeconds'];
};

/** Returns the fields of an order that its number reveals to anyone, without address and personal data. */
export function presentBareOrder(order: Order, owner: boolean) {
  return {
    orderNo: order.orderNo,
    status: order.status,
    exception: order.exception,
    owner,
    sequence: order.eventSequence,
  };
}

/** Returns the amounts, currencies and pay method of an order. */
export function presentTrade(order: Order, catalog: Catalog) {
  const crypto = requireCrypto(catalog, order.receiveCurrency);
  return {
    sendCurrency: order.payCurrency,
    sendCurrencyAmount: formatAmount(order.pay),
    getCurrency: order.receiveCurrency,
    getCurrencyAmount: formatReceive(order.receive),
    symbol: crypto.symbol,
    networkName: crypto.network.name,
    payMethod: order.payMethod,
  };
}

type ReportedAmounts = { readonly payUnits: bigint | null; readonly receiveUnits: bigint | null };

/** Returns the amounts that another provider reports as paid and received; null if not reported. */
export function presentReportedAmounts({ pay, receive }: Order, { payUnits, receiveUnits }: ReportedAmounts) {
  return {
    sendCurrencyAmount: payUnits === null ? null : formatAmount(createAmount(pay.asset, payUnits)),
    getCurrencyAmount: receiveUnits === null ? null : formatReceive(createAmount(receive.asset, receiveUnits)),
  };
}

/** Returns a line of the buyer's list. `reportedAmounts`: amounts reported by another provider, which take precedence. */
export function summarizeOrder(
  order: Order,
  catalog: Catalog,
  reportedAmounts: ReportedAmounts | undefined,
): OrderSummary {
  const trade = presentTrade(order, catalog);
  const { sendCurrencyAmount, getCurrencyAmount } = reportedAmounts
    ? presentReportedAmounts(order, reportedAmounts)
    : trade;
  return {
    orderNo: order.orderNo,
    status: order.status,
    exception: order.exception,
    createdAt: order.createdAt.toISOString(),
    ...trade,
    sendCurrencyAmount: sendCurrencyAmount ?? trade.sendCurrencyAmount,
    getCurrencyAmount: getCurrencyAmount ?? trade.getCurrencyAmount,
    imgUrl: getCryptoImage(requireCrypto(catalog, order.receiveCurrency).symbol),
  };
}

/**
 * Returns the account for the transfer and what has been received. Null for other methods, and if the operator no
 * longer has an account in the currency.
 */
export function presentTransferInstructions(order: Order, catalog: Catalog): OrderDetail['transfer'] {
  const account = catalog.transferAccounts.get(order.payCurrency);
  if (!order.transferReference || !account) return null;
  const missing = subtractAmounts(order.pay, order.received);
  return {
    ...account,
    reference: formatTransferReference(order.transferReference),
    amount: formatAmount(order.pay),
    received: formatAmount(order.received),
    missing: formatAmount(missing.units > 0n ? missing : createZeroAmount(missing.asset)),
    surplus: formatAmount(order.surplus),
    payBefore: Math.floor(order.paymentDeadline.getTime() / 1000),
  };
}

/** Returns the references that the partner or the previous page passed for the purchase. */
export function presentReferences({ reference, refererUrl, refererOrder }: Order) {
  return { reference, refererUrl, refererOrder };
}

/** Returns an order as it is sent to its buyer. No other function sends a whole order to buyers' browsers. */
export function presentOrder(
  order: Order,
  catalog: Catalog,
  { timeline, card, delivery, provider, returnTo, usualSeconds }: OrderPresentation,
): OrderDetail {
  return {
    ...presentBareOrder(order, true),
    offerType: order.offerType,
    createdAt: order.createdAt.toISOString(),
    ...presentTrade(order, catalog),
    processingFee: formatAmount(order.processingFee),
    transNetworkFee: formatAmount(order.networkFee),
    feeCurrency: order.payCurrency,
    price: order.price,
    address: order.address,
    walletType: order.walletType,
    exchangeName: order.exchangeName,
    ...presentReferences(order),
    deadline: order.deadlineAt && Math.floor(order.deadlineAt.getTime() / 1000),
    dispute: order.dispute,
    heldFrom: order.heldFrom,
    reason: chooseBuyerReason(order),
    heldAmount: isPaid(order) ? null : formatUnlessZero(order.authorized),
    paidAmount: formatUnlessZero(addAmounts(order.captured, order.received)),
    refundedAmount: formatUnlessZero(order.refunded),
    requote: order.requote && {
      oldGetCurrencyAmount: formatReceive(order.receive),
      newGetCurrencyAmount: formatReceive(order.requote),
    },
    card,
    estimate: getMethodTraits(order).priced === 'at_receipt' && order.received.units < order.pay.units,
    transfer: presentTransferInstructions(order, catalog),
    delivery,
    provider,
    returnTo,
    usualSeconds,
    timeline: [
      { sequence: 0, status: 'awaiting_payment', at: order.createdAt.toISOString() },
      ...timeline.map((row) => ({
        sequence: row.sequence,
        status: row.toStatus as Order['status'],
        at: row.at.toISOString(),
      })),
    ],
  };
}

function formatUnlessZero(amount: Amount): string | null {
  return amount.units > 0n ? formatAmount(amount) : null;
}
