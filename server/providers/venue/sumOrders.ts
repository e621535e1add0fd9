import { add, type Decimal } from '@slipway/money/decimal.ts';
import type { Execution, Fees, VenueOrder } from './venuePort.ts';

/** Returns the sum of the orders with one client order id. It is open while one of them is open. */
export function sumOrders(clientOrderId: string, orders: readonly [VenueOrder, ...VenueOrder[]]): Execution {
  const [first, ...others] = orders;
  return {
    clientOrderId,
    orders,
    status: combineStatuses(orders),
    filledBase: others.reduce((sum, order) => add(sum, order.filledBase), first.filledBase),
    cost: others.reduce((sum, order) => add(sum, order.cost), first.cost),
    fees: sumFees(orders.flatMap(({ fees }) => fees)),
  };
}

function combineStatuses(orders: readonly VenueOrder[]): VenueOrder['status'] {
  const has = (status: VenueOrder['status']) => orders.some((order) => order.status === status);
  if (has('open')) return 'open';
  return has('closed') ? 'closed' : 'canceled';
}

function sumFees(fees: Fees): Fees {
  const sums = new Map<string, Decimal>();
  for (const { currency, amount } of fees) {
    const sum = sums.get(currency);
    sums.set(currency, sum ? add(sum, amount) : amount);
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}
