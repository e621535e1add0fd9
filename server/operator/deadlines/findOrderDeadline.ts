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
 * Returns the deadline of an order: that of its pending work (`waiting`), otherwise that of the order machine. `since`: the time
 * since which the order has its status.
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
