import type { OrderDetail, OrderStatus } from '@slipway/contract/entities/order.ts';
import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';

type StatusFacts = {
  /** Orders that are `paying` are shown on Payment Status, `fulfilling` ones on Order Status. `over` is final. */
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

/** Returns the status reached; for an order on hold, the status before the hold. */
function getReachedStatus({ status, heldFrom }: OrderProgress): OrderStatus {
  return status === 'on_hold' && heldFrom ? heldFrom : status;
}

/** Returns true if the payment was taken, so the order is shown on Order Status and not on Payment Status. */
export function isPaidFor(order: OrderProgress): boolean {
  return statusFacts[getReachedStatus(order)].stage === 'fulfilling';
}

const CONVERTED = new Set<OrderStatus>(['converted', 'delivering', 'delivered']);

/** Returns true if the crypto has been bought. */
export function isConverted(order: OrderProgress): boolean {
  return CONVERTED.has(getReachedStatus(order));
}

const GIVEN_UP = new Set<OrderStatus>(['voiding', 'cancelled', 'expired', 'failed', 'refunding', 'refunded']);

/** Returns true if nothing will be delivered: any payment is returned. */
export function isGivenUp(order: OrderProgress): boolean {
  return GIVEN_UP.has(getReachedStatus(order));
}

const REFUNDS = new Set<OrderStatus>(['refunding', 'refunded']);

/** Returns true if the money is being refunded or was refunded. */
export function isRefund(order: OrderProgress): boolean {
  return REFUNDS.has(getReachedStatus(order));
}

/** Statuses that a card order reaches only after authorization and before capture. */
const AUTHORIZED = new Set<OrderStatus>(['awaiting_identity', 'awaiting_consent', 'capturing', 'on_hold']);

/** Returns true if the amount was ever held on a card; the amount held now is the order's `heldAmount`. */
export function wasHeld({ payMethod, timeline = [] }: Partial<Pick<OrderDetail, 'payMethod' | 'timeline'>>): boolean {
  return findPayMethodTraits(payMethod)?.money !== 'received' && timeline.some(({ status }) => AUTHORIZED.has(status));
}

/** Statuses with a different text for bank transfers than for card payments. */
const RECEIVED_SENTENCES = new Set<OrderStatus>(['awaiting_consent', 'expired', 'cancelled', 'refunding', 'refunded']);

/**
 * Returns the text key for the sentence about the money. Returning a bank transfer has another sentence than releasing a card
 * hold.
 */
export function findSentenceKey(order: Pick<OrderDetail, 'status' | 'exception'> & Partial<OrderDetail>): string {
  const { status, payMethod, exception, estimate } = order;
  if (order.provider) return `provider_${status}`;
  if (status === 'cancelled' && wasHeld(order)) return 'cancelled_held';
  if (findPayMethodTraits(payMethod)?.money !== 'received') return findStatusKey(order);
  if (status === 'refunding' && exception === 'paid_late') return 'refunding_late';
  if (status === 'on_hold' && findStatusKey(order) === 'on_hold' && estimate === false) return 'on_hold_paid';
  return RECEIVED_SENTENCES.has(status) ? `${status}_bank` : findStatusKey(order);
}

/** Returns the text key for a status; failed deliveries, holds, bank transfers and underpaid orders have separate texts. */
export function findStatusKey(order: Pick<OrderDetail, 'status' | 'exception'> & Partial<OrderDetail>): string {
  const { status, heldFrom = null, payMethod, exception } = order;
  if (order.provider) return status;
  if (status === 'on_hold' && heldFrom === 'delivering') return 'delivery_failed';
  if (status === 'on_hold' && heldFrom && statusFacts[heldFrom].stage === 'fulfilling') return 'on_hold_paid';
  if (status === 'awaiting_payment' && exception === 'underpaid') return 'underpaid';
  const received = findPayMethodTraits(payMethod)?.money === 'received';
  return received && (status === 'awaiting_payment' || status === 'awaiting_identity') ? `${status}_bank` : status;
}
