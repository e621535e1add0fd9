import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
import type { Order } from '../../purchase/order/order.ts';
import type { DeadlineName, PendingWork } from './workDeadlines.ts';

/** The operator's deadline that applies in each order status. */
const deadlineNameByStatus: { readonly [Status in OrderStatus]?: DeadlineName } = {
  awaiting_identity: 'review',
  paid: 'conversion',
  converting: 'conversion',
  converted: 'sending',
  delivering: 'payout',
  on_hold: 'hold',
  refunding: 'refund',
};

type Deadline = { readonly since: Date; readonly until: Date | null };

/**
 * Returns the deadline of an order: the earliest of its pending work (`waiting`) that its status names, otherwise that of the
 * order machine, which may be null. `since`: when the order entered its status.
 */
export function findOrderDeadline(
  order: Pick<Order, 'status' | 'deadlineAt'>,
  since: Date,
  waiting: readonly PendingWork[],
): Deadline {
  const clock = deadlineNameByStatus[order.status];
  const [own] = waiting
    .filter((one) => one.clock === clock)
    .toSorted((one, other) => one.until.getTime() - other.until.getTime());
  return own ? { since: own.since, until: own.until } : { since, until: order.deadlineAt };
}
