import type { Page } from '@playwright/test';
import type { OrderDetail, OrderStatus } from '@slipway/contract/entities/order.ts';
import { divide, formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { convertedAmount } from '@slipway/money/orderFigures.ts';
import { answer } from './answers.ts';
import { enterAsAnna } from './arrivals.ts';
import type { GalleryWorld } from './galleryWorld.ts';

const MINUTE = 60;
/** No event of the real order is newer: the page does not ask again. */
const NEWEST = 1_000_000;

/** Epoch seconds, so many minutes from now. */
export function inMinutes(minutes: number): number {
  return Math.floor(Date.now() / 1000) + minutes * MINUTE;
}

/** What the way to a state went through, by the spec's happy path. */
const paid: readonly OrderStatus[] = ['awaiting_payment', 'authorizing', 'capturing', 'paid'];
const ways: { readonly [Status in OrderStatus]?: readonly OrderStatus[] } = {
  awaiting_payment: ['awaiting_payment'],
  authorizing: ['awaiting_payment', 'authorizing'],
  awaiting_identity: ['awaiting_payment', 'authorizing', 'awaiting_identity'],
  awaiting_consent: ['awaiting_payment', 'authorizing', 'awaiting_consent'],
  capturing: ['awaiting_payment', 'authorizing', 'capturing'],
  voiding: ['awaiting_payment', 'authorizing', 'awaiting_identity', 'voiding'],
  cancelled: ['awaiting_payment', 'authorizing', 'awaiting_identity', 'voiding', 'cancelled'],
  expired: ['awaiting_payment', 'expired'],
  failed: ['awaiting_payment', 'authorizing', 'failed'],
  on_hold: ['awaiting_payment', 'authorizing', 'on_hold'],
  paid,
  converting: [...paid, 'converting'],
  converted: [...paid, 'converting', 'converted'],
  delivering: [...paid, 'converting', 'converted', 'delivering'],
  delivered: [...paid, 'converting', 'converted', 'delivering', 'delivered'],
  refunding: [...paid, 'converting', 'refunding'],
  refunded: [...paid, 'converting', 'refunding', 'refunded'],
};

/** A real order as it would be told in another state: its times end now, and what the state does not have yet is gone. */
export function inState(order: OrderDetail, status: OrderStatus, more: Partial<OrderDetail> = {}): OrderDetail {
  const way =
    status === 'on_hold' && more.heldFrom ? [...(ways[more.heldFrom] ?? []), status] : (ways[status] ?? [status]);
  const begun = inMinutes(-3);
  const timeline = way.map((entry, index) => ({
    sequence: index + 1,
    status: entry,
    at: new Date((begun + index * 17) * 1000).toISOString(),
  }));
  const isPaid = way.includes('paid') || order.payMethod === 'bank_transfer';
  const isSent = status === 'delivering' || status === 'delivered';
  return {
    ...order,
    status,
    sequence: NEWEST,
    createdAt: new Date(begun * 1000).toISOString(),
    timeline,
    deadline: null,
    exception: 'none',
    reason: null,
    heldFrom: null,
    heldAmount: null,
    paidAmount: isPaid ? order.sendCurrencyAmount : null,
    refundedAmount: null,
    requote: null,
    dispute: 'none',
    delivery: isSent ? order.delivery : null,
    ...more,
  };
}

/** The same order at its own price and fees, for another amount of money. */
export function forAmount(order: OrderDetail, sendCurrencyAmount: string): OrderDetail {
  const priced = { ...order, sendCurrencyAmount };
  const converted = parseDecimal(convertedAmount(priced));
  const { scale } = parseDecimal(order.getCurrencyAmount);
  return { ...priced, getCurrencyAmount: formatDecimal(divide(converted, parseDecimal(order.price), scale, 'down')) };
}

/** The page shows Anna's order as in that state. */
export async function showOrder(page: Page, world: GalleryWorld, path: string, order: OrderDetail): Promise<void> {
  await enterAsAnna(page, world);
  await answer(page, 'orderDetail', order);
  await page.goto(`${path}?orderNo=${order.orderNo}`);
}
