/** All states of an order, in the sequence of a successful purchase, followed by the failure states. */
export const orderStatuses = [
  'awaiting_payment',
  'authorizing',
  'awaiting_identity',
  'awaiting_consent',
  'capturing',
  'paid',
  'converting',
  'converted',
  'delivering',
  'delivered',
  'voiding',
  'cancelled',
  'expired',
  'failed',
  'on_hold',
  'refunding',
  'refunded',
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

const endedStatuses: ReadonlySet<OrderStatus> = new Set(['delivered', 'refunded', 'cancelled', 'expired', 'failed']);

/**
 * States of an open order: its money may still move, or a person has to decide. The database function `is_ended` has the
 * others.
 */
export const openOrderStatuses: readonly OrderStatus[] = orderStatuses.filter((status) => !endedStatuses.has(status));
