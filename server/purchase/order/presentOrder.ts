import type { OrderDetail, OrderSummary } from '@slipway/contract/entities/order.ts';
import { amountOf, formatAmount } from '@slipway/money/amount.ts';
import { type Catalog, requireCrypto, requirePayCurrency } from '../catalog/catalog.ts';
import { cryptoImage } from '../catalog/images.ts';
import { formatReceive } from '../quote/pricedQuote.ts';
import { isBankTransfer, type Order } from './order.ts';
import type { TimelineRow } from './orderStore.ts';
import { printedReference } from './transferReference.ts';

/** What an order's page shows beside the order itself. */
export type OrderPresentation = {
  readonly timeline: readonly TimelineRow[];
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly delivery: OrderDetail['delivery'];
};

/** No address, no person: what the order number alone opens. */
export function presentBareOrder(order: Order, owner: boolean) {
  return {
    orderNo: order.orderNo,
    status: order.status,
    exception: order.exception,
    owner,
    sequence: order.eventSequence,
  };
}

/** A line of the buyer's list. */
export function summarizeOrder(order: Order, catalog: Catalog): OrderSummary {
  const crypto = requireCrypto(catalog, order.receiveCurrency);
  const { asset } = requirePayCurrency(catalog, order.payCurrency);
  return {
    orderNo: order.orderNo,
    status: order.status,
    exception: order.exception,
    createdAt: order.createdAt.toISOString(),
    sendCurrency: order.payCurrency,
    sendCurrencyAmount: formatAmount(amountOf(asset, order.payUnits)),
    getCurrency: order.receiveCurrency,
    getCurrencyAmount: formatReceive(amountOf(crypto.asset, order.receiveUnits)),
    symbol: crypto.symbol,
    networkName: crypto.network.name,
    imgUrl: cryptoImage(crypto.symbol),
    payMethod: order.payMethod,
  };
}

/** Where the transfer goes, and what has come of it. Null for other methods, and once the account is no longer the operator's. */
export function transferInstructions(order: Order, catalog: Catalog): OrderDetail['transfer'] {
  const account = catalog.transferAccounts.get(order.payCurrency);
  if (!order.transferReference || !account) return null;
  const { asset } = requirePayCurrency(catalog, order.payCurrency);
  const amount = (units: bigint) => formatAmount(amountOf(asset, units));
  const missing = order.payUnits - order.receivedUnits;
  return {
    ...account,
    reference: printedReference(order.transferReference),
    amount: amount(order.payUnits),
    received: amount(order.receivedUnits),
    missing: amount(missing > 0n ? missing : 0n),
    surplus: amount(order.surplusUnits),
    payBefore: Math.floor(order.paymentDeadline.getTime() / 1000),
  };
}

/** The only exit of an order to the wire. */
export function presentOrder(
  order: Order,
  catalog: Catalog,
  { timeline, card, delivery }: OrderPresentation,
): OrderDetail {
  const crypto = requireCrypto(catalog, order.receiveCurrency);
  const { asset: payAsset } = requirePayCurrency(catalog, order.payCurrency);
  const pay = (units: bigint) => formatAmount(amountOf(payAsset, units));
  const payOrNull = (units: bigint) => (units > 0n ? pay(units) : null);
  const receive = (units: bigint) => formatReceive(amountOf(crypto.asset, units));
  const taken = order.capturedUnits + order.receivedUnits;
  return {
    ...presentBareOrder(order, true),
    offerType: order.offerType,
    createdAt: order.createdAt.toISOString(),
    sendCurrency: order.payCurrency,
    sendCurrencyAmount: pay(order.payUnits),
    getCurrency: order.receiveCurrency,
    getCurrencyAmount: receive(order.receiveUnits),
    symbol: crypto.symbol,
    networkName: crypto.network.name,
    payMethod: order.payMethod,
    processingFee: pay(order.processingFeeUnits),
    transNetworkFee: pay(order.networkFeeUnits),
    feeCurrency: order.payCurrency,
    price: order.price,
    address: order.address,
    walletType: order.walletType,
    exchangeName: order.exchangeName,
    deadline: order.deadlineAt && Math.floor(order.deadlineAt.getTime() / 1000),
    dispute: order.dispute,
    heldFrom: order.heldFrom,
    reason: order.reason,
    heldAmount: taken === 0n ? payOrNull(order.authorizedUnits) : null,
    paidAmount: payOrNull(taken),
    refundedAmount: payOrNull(order.refundedUnits),
    requote:
      order.requoteUnits === null
        ? null
        : { oldGetCurrencyAmount: receive(order.receiveUnits), newGetCurrencyAmount: receive(order.requoteUnits) },
    card,
    estimate: isBankTransfer(order) && order.receivedUnits < order.payUnits,
    transfer: transferInstructions(order, catalog),
    delivery,
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
