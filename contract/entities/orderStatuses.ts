/** Every state of an order, in the order in which a good purchase passes them; the mishaps come after. */
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

const ended: ReadonlySet<OrderStatus> = new Set(['delivered', 'refunded', 'cancelled', 'expired', 'failed']);

/** The states of an open order: its money may still move, or a person has to decide. The database function `is_ended` lists the others. */
export const openOrderStatuses: readonly OrderStatus[] = orderStatuses.filter((status) => !ended.has(status));
