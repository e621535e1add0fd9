import type { OrderDetail, OrderSummary } from '@slipway/contract/entities/order.ts';
import type { Tone } from '../../ui/StatusTag.tsx';
import { orderPath } from '../order/orderAddress.ts';
import { isOver, isPaidFor } from '../order/orderStatuses.ts';

export type OrderPage = { readonly total: number; readonly list: readonly OrderSummary[] };

export type OrderMonth = {
  /** `2025-8`, in the buyer's own time zone. */
  readonly key: string;
  readonly orders: readonly OrderSummary[];
};

export type ArrangedOrders = {
  /** Under way, newest first. */
  readonly open: readonly OrderSummary[];
  /** All others by the month in which they were made, newest first. */
  readonly months: readonly OrderMonth[];
};

/** An order made while the list is being read moves all others on by one: each is shown once, as the earlier page has it. */
export function joinPages(pages: readonly OrderPage[]): OrderSummary[] {
  const known = new Map<string, OrderSummary>();
  for (const { list } of pages) {
    for (const order of list) if (!known.has(order.orderNo)) known.set(order.orderNo, order);
  }
  return [...known.values()];
}

export function arrangeOrders(orders: readonly OrderSummary[]): ArrangedOrders {
  const open: OrderSummary[] = [];
  const months = new Map<string, OrderSummary[]>();
  for (const order of orders) {
    if (!isOver(order.status)) {
      open.push(order);
      continue;
    }
    const made = new Date(order.createdAt);
    const key = `${made.getFullYear()}-${made.getMonth() + 1}`;
    const month = months.get(key);
    if (month) month.push(order);
    else months.set(key, [order]);
  }
  return { open, months: [...months].map(([key, list]) => ({ key, orders: list })) };
}

/** The page that shows an order as it stands: Payment Status while the payment is not through, else Order Status. */
export function pathOfOrder({ orderNo, status }: Pick<OrderSummary, 'orderNo' | 'status'>): string {
  const paying = !isOver(status) && !isPaidFor({ status, heldFrom: null });
  return orderPath(paying ? '/payment-status' : '/order-status', orderNo);
}

/** Statuses whose deadline or missing sum is in the order's details alone. */
const TOLD_BY_DETAIL = new Set<OrderDetail['status']>([
  'awaiting_payment',
  'awaiting_identity',
  'awaiting_consent',
  'delivering',
  'on_hold',
]);

export function needsDetail({ status }: Pick<OrderSummary, 'status'>): boolean {
  return TOLD_BY_DETAIL.has(status);
}

/** By the words of a status; what is not here moves by itself. */
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

export function toneOf(words: string): Tone {
  return tones[words] ?? 'tide';
}
