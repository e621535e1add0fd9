import type { OrderDetail, OrderSummary } from '@slipway/contract/entities/order.ts';
import type { Tone } from '../../ui/StatusTag.tsx';
import { isOver, isPaidFor } from '../order/orderStatuses.ts';
import { buildOrderPath } from '../order/orderUrl.ts';

export type OrderPage = { readonly total: number; readonly list: readonly OrderSummary[] };

export type OrderMonth = {
  /** `2025-8`, in the buyer's time zone. */
  readonly key: string;
  readonly orders: readonly OrderSummary[];
};

export type ArrangedOrders = {
  /** Active orders for which money was held or received, newest first. */
  readonly open: readonly OrderSummary[];
  /** Orders without any payment, newest first. */
  readonly unpaid: readonly OrderSummary[];
  /** Finished orders by month of creation, newest first. */
  readonly months: readonly OrderMonth[];
};

/**
 * Joins the pages. An order created between two requests shifts the next page by one, so duplicates are dropped and the
 * earlier page's version is kept.
 */
export function joinPages(pages: readonly OrderPage[]): OrderSummary[] {
  const byNumber = new Map<string, OrderSummary>();
  for (const { list } of pages) {
    for (const order of list) if (!byNumber.has(order.orderNo)) byNumber.set(order.orderNo, order);
  }
  return [...byNumber.values()];
}

/** Groups the orders, which are given newest first. */
export function arrangeOrders(orders: readonly OrderSummary[]): ArrangedOrders {
  const open: OrderSummary[] = [];
  const unpaid: OrderSummary[] = [];
  const months = new Map<string, OrderSummary[]>();
  for (const order of orders) {
    if (!isOver(order.status)) {
      (isUnpaid(order) ? unpaid : open).push(order);
      continue;
    }
    const made = new Date(order.createdAt);
    const key = `${made.getFullYear()}-${made.getMonth() + 1}`;
    const month = months.get(key);
    if (month) month.push(order);
    else months.set(key, [order]);
  }
  return { open, unpaid, months: [...months].map(([key, list]) => ({ key, orders: list })) };
}

function isUnpaid({ status, exception }: OrderSummary): boolean {
  return status === 'awaiting_payment' && exception === 'none';
}

/** Returns the page that shows an order: Payment Status until it is paid; Order Status for a paid or finished order. */
export function chooseOrderPath({ orderNo, status }: Pick<OrderSummary, 'orderNo' | 'status'>): string {
  const paying = !isOver(status) && !isPaidFor({ status, heldFrom: null });
  return buildOrderPath(paying ? '/payment-status' : '/order-status', orderNo);
}

/** Statuses whose deadline or missing amount is only in the order's details. */
const STATUSES_NEEDING_DETAIL = new Set<OrderDetail['status']>([
  'awaiting_payment',
  'awaiting_identity',
  'awaiting_consent',
  'delivering',
  'on_hold',
]);

export function needsDetail({ status }: Pick<OrderSummary, 'status'>): boolean {
  return STATUSES_NEEDING_DETAIL.has(status);
}

/** Tone by status text key; statuses not listed are in progress. */
const tones: Readonly<Record<string, Tone>> = {
  awaiting_payment: 'warn',
  awaiting_payment_bank: 'warn',
  underpaid: 'warn',
  awaiting_identity: 'warn',
  awaiting_identity_bank: 'warn',
  awaiting_consent: 'warn',
  delivered: 'good',
  failed: 'bad',
  delivery_failed: 'bad',
  cancelled: 'mute',
  expired: 'mute',
  on_hold: 'mute',
  on_hold_paid: 'mute',
  refunded: 'mute',
  refunding: 'mute',
  voiding: 'mute',
};

export function chooseTone(statusKey: string): Tone {
  return tones[statusKey] ?? 'tide';
}
