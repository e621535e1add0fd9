import type { OrderDetail, OrderStatus } from '@slipway/contract/entities/order.ts';
import { traitsIfAny } from '@slipway/contract/entities/payMethods.ts';

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

type OrderProgress = Pick<OrderDetail, 'status' | 'heldFrom'>;

/** How far an order is; one that is held, how far it was. */
function reachedStatus({ status, heldFrom }: OrderProgress): OrderStatus {
  return status === 'on_hold' && heldFrom ? heldFrom : status;
}

/** Whether the money has been taken, so that the order's page is Order Status and no longer Payment Status. */
export function isPaidFor(order: OrderProgress): boolean {
  return statusFacts[reachedStatus(order)].stage === 'fulfilling';
}

const CONVERTED = new Set<OrderStatus>(['converted', 'delivering', 'delivered']);

/** Whether the crypto has been bought. */
export function isConverted(order: OrderProgress): boolean {
  return CONVERTED.has(reachedStatus(order));
}

const GIVEN_UP = new Set<OrderStatus>(['voiding', 'cancelled', 'expired', 'failed', 'refunding', 'refunded']);

/** Whether nothing is delivered any longer: what was paid goes back, or nothing was. */
export function isGivenUp(order: OrderProgress): boolean {
  return GIVEN_UP.has(reachedStatus(order));
}

const REFUNDS = new Set<OrderStatus>(['refunding', 'refunded']);

/** Whether the money goes back, or has gone. */
export function isRefund(order: OrderProgress): boolean {
  return REFUNDS.has(reachedStatus(order));
}

/** Statuses of a card's order that only an authorized one comes to before it is charged. */
const AUTHORIZED = new Set<OrderStatus>(['awaiting_identity', 'awaiting_consent', 'capturing', 'on_hold']);

/** Whether the amount was held on a card at some time; what is held now is the order's `heldAmount`. */
export function wasHeld({ payMethod, timeline = [] }: Partial<Pick<OrderDetail, 'payMethod' | 'timeline'>>): boolean {
  return traitsIfAny(payMethod)?.money !== 'received' && timeline.some(({ status }) => AUTHORIZED.has(status));
}

/** Statuses in which money that came by itself moves otherwise than what a card holds. */
const RECEIVED_SENTENCES = new Set<OrderStatus>(['awaiting_consent', 'expired', 'cancelled', 'refunding', 'refunded']);

/** A key of the sentence about the money: what goes back to a bank account is said otherwise than what a card releases. */
export function sentenceWords(order: Pick<OrderDetail, 'status' | 'exception'> & Partial<OrderDetail>): string {
  const { status, payMethod, exception, estimate } = order;
  if (order.provider) return `provider_${status}`;
  if (status === 'cancelled' && wasHeld(order)) return 'cancelled_held';
  if (traitsIfAny(payMethod)?.money !== 'received') return statusWords(order);
  if (status === 'refunding' && exception === 'paid_late') return 'refunding_late';
  if (status === 'on_hold' && statusWords(order) === 'on_hold' && estimate === false) return 'on_hold_paid';
  return RECEIVED_SENTENCES.has(status) ? `${status}_bank` : statusWords(order);
}

/** A key of the words for a status: a hold at the delivery, a bank transfer and a sum that fell short have their own. */
export function statusWords(order: Pick<OrderDetail, 'status' | 'exception'> & Partial<OrderDetail>): string {
  const { status, heldFrom = null, payMethod, exception } = order;
  if (order.provider) return status;
  if (status === 'on_hold' && heldFrom === 'delivering') return 'delivery_failed';
  if (status === 'on_hold' && heldFrom && statusFacts[heldFrom].stage === 'fulfilling') return 'on_hold_paid';
  if (status === 'awaiting_payment' && exception === 'underpaid') return 'underpaid';
  const received = traitsIfAny(payMethod)?.money === 'received';
  return received && (status === 'awaiting_payment' || status === 'awaiting_identity') ? `${status}_bank` : status;
}
