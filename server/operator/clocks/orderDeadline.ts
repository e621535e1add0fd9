import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
import type { Order } from '../../purchase/order/order.ts';
import type { ClockName, Waiting } from './clocks.ts';

/** The clock of the operator that runs while an order is in a state. */
const clockOfStatus: { readonly [Status in OrderStatus]?: ClockName } = {
  awaiting_identity: 'review',
  paid: 'conversion',
  converting: 'conversion',
  delivering: 'payout',
  on_hold: 'hold',
  refunding: 'refund',
};

type Deadline = { readonly since: Date; readonly until: Date | null };

/** The one deadline of an order: of what it waits for, else of its state. `waiting`: what of this order waits. */
export function orderDeadline(
  order: Pick<Order, 'status' | 'deadlineAt'>,
  since: Date,
  waiting: readonly Waiting[],
): Deadline {
  const clock = clockOfStatus[order.status];
  const [own] = waiting
    .filter((one) => one.clock === clock)
    .toSorted((one, other) => one.until.getTime() - other.until.getTime());
  return own ? { since: own.since, until: own.until } : { since, until: order.deadlineAt };
}
