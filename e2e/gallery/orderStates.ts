import type { Page } from '@playwright/test';
import type { OrderDetail, OrderStatus } from '@slipway/contract/entities/order.ts';
import { divide, formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { computeConvertedAmount } from '@slipway/money/orderFigures.ts';
import type { GalleryWorld } from './galleryWorld.ts';
import { answerCall } from './interceptedAnswers.ts';
import { logInAsAnna } from './sceneSetup.ts';

const MINUTE_SECONDS = 60;
/** Higher than the sequence of any event of the real order, so the page does not refetch the order. */
const NEWEST_SEQUENCE = 1_000_000;

/** Returns the time this many minutes from now, in epoch seconds. */
export function computeDeadline(minutes: number): number {
  return Math.floor(Date.now() / 1000) + minutes * MINUTE_SECONDS;
}

const pathToPaid: readonly OrderStatus[] = ['awaiting_payment', 'authorizing', 'capturing', 'paid'];
/** The statuses through which an order reaches each status. */
const statusPaths: { readonly [Status in OrderStatus]?: readonly OrderStatus[] } = {
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
  paid: pathToPaid,
  converting: [...pathToPaid, 'converting'],
  converted: [...pathToPaid, 'converting', 'converted'],
  delivering: [...pathToPaid, 'converting', 'converted', 'delivering'],
  delivered: [...pathToPaid, 'converting', 'converted', 'delivering', 'delivered'],
  refunding: [...pathToPaid, 'converting', 'refunding'],
  refunded: [...pathToPaid, 'converting', 'refunding', 'refunded'],
};

/** Usual duration of a step; fixed, because a new world has not measured any. */
const usualSeconds: { readonly [Status in OrderStatus]?: number } = {
  paid: 40,
  converting: 40,
  converted: 130,
  delivering: 130,
  on_hold: 4 * 3600,
};

/**
 * Returns a real order as it would look in another status: its timeline began three minutes ago, and data that an order in
 * this status does not have is removed.
 */
export function buildOrderInStatus(
  order: OrderDetail,
  status: OrderStatus,
  overrides: Partial<OrderDetail> = {},
): OrderDetail {
  const path =
    status === 'on_hold' && overrides.heldFrom
      ? [...(statusPaths[overrides.heldFrom] ?? []), status]
      : (statusPaths[status] ?? [status]);
  const startedAt = computeDeadline(-3);
  const timeline = path.map((entry, index) => ({
    sequence: index + 1,
    status: entry,
    at: new Date((startedAt + index * 17) * 1000).toISOString(),
  }));
  const isPaid = path.includes('paid') || order.payMethod === 'bank_transfer';
  const isSent = status === 'delivering' || status === 'delivered';
  return {
    ...order,
    status,
    sequence: NEWEST_SEQUENCE,
    createdAt: new Date(startedAt * 1000).toISOString(),
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
    usualSeconds: usualSeconds[status] ?? null,
    ...overrides,
  };
}

/** Returns the order with another pay amount, at the same price and fees. */
export function buildOrderForAmount(order: OrderDetail, sendCurrencyAmount: string): OrderDetail {
  const priced = { ...order, sendCurrencyAmount };
  const converted = parseDecimal(computeConvertedAmount(priced));
  const { scale } = parseDecimal(order.getCurrencyAmount);
  return { ...priced, getCurrencyAmount: formatDecimal(divide(converted, parseDecimal(order.price), scale, 'down')) };
}

/** Opens the page as Anna, and answers its call for her order with `order`. */
export async function showOrder(page: Page, world: GalleryWorld, path: string, order: OrderDetail): Promise<void> {
  await logInAsAnna(page, world);
  await answerCall(page, 'orderDetail', order);
  await page.goto(`${path}?orderNo=${order.orderNo}`);
}
