import type { OrderDetail, OrderStatus } from '@slipway/contract/entities/order.ts';

type StatusFacts = {
  /** `paying` belongs to Payment Status, `fulfilling` to Order Status; an order that is `over` moves no more. */
  readonly stage: 'paying' | 'fulfilling';
  readonly over: boolean;
  readonly cancellable?: boolean;
};

const paying = (more: Partial<StatusFacts> = {}): StatusFacts => ({ stage: 'paying', over: false, ...more });
const fulfilling = (over = false): StatusFacts => ({ stage: 'fulfilling', over });

const statusFacts: Readonly<Record<OrderStatus, StatusFacts>> = {
  awaiting_payment: paying({ cancellable: true }),
  authorizing: paying(),
  awaiting_identity: paying({ cancellable: true }),
  awaiting_consent: paying({ cancellable: true }),
  capturing: paying(),
  voiding: paying(),
  cancelled: paying({ over: true }),
  expired: paying({ over: true }),
  failed: paying({ over: true }),
  on_hold: paying(),
  paid: fulfilling(),
  converting: fulfilling(),
  converted: fulfilling(),
  delivering: fulfilling(),
  delivered: fulfilling(true),
  refunding: fulfilling(),
  refunded: fulfilling(true),
};

export function isOver(status: OrderStatus): boolean {
  return statusFacts[status].over;
}

export function isCancellable(status: OrderStatus): boolean {
  return statusFacts[status].cancellable ?? false;
}

/** Whether the money has been taken, so that the order's page is Order Status and no longer Payment Status. */
export function isPaidFor(order: Pick<OrderDetail, 'status' | 'heldFrom'>): boolean {
  const status = order.status === 'on_hold' && order.heldFrom ? order.heldFrom : order.status;
  return statusFacts[status].stage === 'fulfilling';
}

const DELIVERY = new Set<OrderStatus | null>(['converted', 'delivering', 'delivered']);

/** Statuses of a transfer whose money moves otherwise than a card's. */
const TRANSFER_SENTENCES = new Set<OrderStatus>(['awaiting_consent', 'expired', 'cancelled', 'refunding', 'refunded']);

/** A key of the sentence about the money: what goes back to a bank account is said otherwise than what a card releases. */
export function sentenceWords(order: Pick<OrderDetail, 'status' | 'exception'> & Partial<OrderDetail>): string {
  const { status, payMethod, exception, estimate } = order;
  if (payMethod !== 'bank_transfer') return statusWords(order);
  if (status === 'refunding' && exception === 'paid_late') return 'refunding_late';
  if (status === 'on_hold' && statusWords(order) === 'on_hold' && estimate === false) return 'on_hold_paid';
  return TRANSFER_SENTENCES.has(status) ? `${status}_bank` : statusWords(order);
}

/** A key of the words for a status: a hold at the delivery, a bank transfer and a sum that fell short have their own. */
export function statusWords(order: Pick<OrderDetail, 'status' | 'exception'> & Partial<OrderDetail>): string {
  const { status, heldFrom = null, payMethod, exception } = order;
  if (status === 'on_hold' && DELIVERY.has(heldFrom)) return 'delivery_failed';
  if (status === 'on_hold' && heldFrom && statusFacts[heldFrom].stage === 'fulfilling') return 'on_hold_paid';
  if (status === 'awaiting_payment' && exception === 'underpaid') return 'underpaid';
  if (payMethod === 'bank_transfer' && (status === 'awaiting_payment' || status === 'awaiting_identity'))
    return `${status}_bank`;
  return status;
}
