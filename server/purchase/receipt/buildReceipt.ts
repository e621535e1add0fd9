import type { Receipt } from '@slipway/contract/entities/receipt.ts';
import { computeConvertedAmount, computeReceiptPrice } from '@slipway/money/orderFigures.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Order } from '../order/order.ts';
import { type OrderPresentation, presentOrder } from '../order/presentation/presentOrder.ts';

export type ReceiptParties = { readonly seller: string; readonly buyer: string };

const FAMILY_NAME_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/** Returns a full name: `Anna Example`, `王小明`. A name that is both the first and the last name is written once. */
export function formatFullName({
  firstName,
  lastName,
}: {
  readonly firstName: string;
  readonly lastName: string;
}): string {
  if (firstName === lastName) return firstName;
  return FAMILY_NAME_FIRST.test(lastName + firstName) ? lastName + firstName : `${firstName} ${lastName}`;
}

/** Returns the receipt of a delivered order, with the same figures as the order's page. */
export function buildReceipt(
  order: Order,
  catalog: Catalog,
  presentation: OrderPresentation,
  { seller, buyer }: ReceiptParties,
): Receipt {
  const shown = presentOrder(order, catalog, presentation);
  const delivered = shown.timeline.findLast(({ status }) => status === 'delivered');
  return {
    orderNo: shown.orderNo,
    seller,
    buyer,
    orderedAt: shown.createdAt,
    deliveredAt: delivered?.at ?? order.updatedAt.toISOString(),
    sendCurrency: shown.sendCurrency,
    sendCurrencyAmount: shown.sendCurrencyAmount,
    processingFee: shown.processingFee,
    transNetworkFee: shown.transNetworkFee,
    feeCurrency: shown.feeCurrency,
    convertedAmount: computeConvertedAmount(shown),
    rate: computeReceiptPrice(shown),
    getCurrency: shown.getCurrency,
    symbol: shown.symbol,
    getCurrencyAmount: shown.getCurrencyAmount,
    refundedAmount: shown.refundedAmount,
    payMethod: shown.payMethod,
    card: shown.card,
    networkName: shown.networkName,
    address: shown.address,
    transactionId: shown.delivery?.transactionId ?? '',
  };
}
