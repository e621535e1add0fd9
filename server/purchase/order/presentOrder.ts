import type { OrderDetail, OrderSummary } from '@slipway/contract/entities/order.ts';
import { type Amount, addAmounts, amountOf, formatAmount, subtractAmounts, zeroOf } from '@slipway/money/amount.ts';
import { type Catalog, requireCrypto } from '../catalog/catalog.ts';
import { cryptoImage } from '../catalog/images.ts';
import { formatReceive } from '../quote/pricedQuote.ts';
import { isPaid, methodOf, type Order } from './order.ts';
import type { TimelineRow } from './orderEventStore.ts';
import { reasonForBuyer } from './reasonForBuyer.ts';
import { printedReference } from './transferReference.ts';

/** What an order's page shows beside the order itself. */
export type OrderPresentation = {
  readonly timeline: readonly TimelineRow[];
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** How deep the payout lies, also before there is one. */
  readonly blocks: { readonly confirmed: number; readonly required: number };
  readonly delivery: OrderDetail['delivery'];
  readonly provider: OrderDetail['provider'];
  readonly returnTo: OrderDetail['returnTo'];
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

/** What is paid for what, and how. */
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

type Told = { readonly payUnits: bigint | null; readonly receiveUnits: bigint | null };

/** What another provider says was paid and received; null where it does not say. */
export function presentTold({ pay, receive }: Order, { payUnits, receiveUnits }: Told) {
  return {
    sendCurrencyAmount: payUnits === null ? null : formatAmount(amountOf(pay.asset, payUnits)),
    getCurrencyAmount: receiveUnits === null ? null : formatReceive(amountOf(receive.asset, receiveUnits)),
  };
}

/** A line of the buyer's list. `told`: by another provider that fulfils the order; as far as it says, that counts. */
export function summarizeOrder(order: Order, catalog: Catalog, told: Told | undefined): OrderSummary {
  const trade = presentTrade(order, catalog);
  const { sendCurrencyAmount, getCurrencyAmount } = told ? presentTold(order, told) : trade;
  return {
    orderNo: order.orderNo,
    status: order.status,
    exception: order.exception,
    createdAt: order.createdAt.toISOString(),
    ...trade,
    sendCurrencyAmount: sendCurrencyAmount ?? trade.sendCurrencyAmount,
    getCurrencyAmount: getCurrencyAmount ?? trade.getCurrencyAmount,
    imgUrl: cryptoImage(requireCrypto(catalog, order.receiveCurrency).symbol),
  };
}

/** Where the transfer goes, and what has come of it. Null for other methods, and once the account is no longer the operator's. */
export function transferInstructions(order: Order, catalog: Catalog): OrderDetail['transfer'] {
  const account = catalog.transferAccounts.get(order.payCurrency);
  if (!order.transferReference || !account) return null;
  const missing = subtractAmounts(order.pay, order.received);
  return {
    ...account,
    reference: printedReference(order.transferReference),
    amount: formatAmount(order.pay),
    received: formatAmount(order.received),
    missing: formatAmount(missing.units > 0n ? missing : zeroOf(missing.asset)),
    surplus: formatAmount(order.surplus),
    payBefore: Math.floor(order.paymentDeadline.getTime() / 1000),
  };
}

/** What the partner, or the page before, has said of the purchase. */
export function presentReferences({ reference, refererUrl, refererOrder }: Order) {
  return { reference, refererUrl, refererOrder };
}

/** The only exit of an order to the wire. */
export function presentOrder(
  order: Order,
  catalog: Catalog,
  { timeline, card, delivery, provider, returnTo }: OrderPresentation,
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
    reason: reasonForBuyer(order),
    heldAmount: isPaid(order) ? null : formatUnlessZero(order.authorized),
    paidAmount: formatUnlessZero(addAmounts(order.captured, order.received)),
    refundedAmount: formatUnlessZero(order.refunded),
    requote: order.requote && {
      oldGetCurrencyAmount: formatReceive(order.receive),
      newGetCurrencyAmount: formatReceive(order.requote),
    },
    card,
    estimate: methodOf(order).priced === 'at_receipt' && order.received.units < order.pay.units,
    transfer: transferInstructions(order, catalog),
    delivery,
    provider,
    returnTo,
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
