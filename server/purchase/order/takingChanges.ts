import { addAmounts, subtractAmounts } from '@slipway/money/amount.ts';
import { held, priced, requoted } from './assessmentChanges.ts';
import type { FactsOf } from './events.ts';
import { type Order, paidAmount } from './order.ts';

type Changes = Partial<Order>;

/** Money that comes for them is late. */
const ENDED_UNPAID: ReadonlySet<Order['status']> = new Set(['expired', 'failed', 'cancelled']);

/** A transfer: late, too little, or more than was asked for. */
export function received(order: Order, { units, assessment }: FactsOf<'payment_received'>): Changes {
  const came = paidAmount(order, units);
  const sum = addAmounts(order.received, came);
  if (ENDED_UNPAID.has(order.status)) return { received: sum, exception: 'paid_late' };
  if (order.status !== 'awaiting_payment') return { received: sum, surplus: addAmounts(order.surplus, came) };
  const beyond = subtractAmounts(subtractAmounts(sum, order.clawedBack), order.pay);
  if (beyond.units < 0n) return { received: sum, exception: 'underpaid' };
  return {
    received: sum,
    exception: beyond.units > 0n ? 'overpaid' : 'none',
    surplus: addAmounts(order.surplus, beyond),
    ...(assessment && { ...priced(order, assessment), ...held(assessment), ...requoted(order, assessment) }),
  };
}

/** A second attempt whose money was taken too, or more than was asked for. */
export function captured(order: Order, { units }: FactsOf<'payment_captured'>): Changes {
  const sum = addAmounts(order.captured, paidAmount(order, units));
  const beyond = subtractAmounts(sum, order.captured.units > order.pay.units ? order.captured : order.pay);
  return { captured: sum, ...(beyond.units > 0n && { surplus: addAmounts(order.surplus, beyond) }) };
}

/** What came beyond the price is the first to go back by hand: nobody pays twice for one order on purpose. */
export function goneByHand(order: Order, units: bigint): Changes {
  const surplus = smaller(order.surplus.units - order.surplusReturned.units, units);
  return {
    refunded: addAmounts(order.refunded, paidAmount(order, units)),
    surplusReturned: addAmounts(order.surplusReturned, paidAmount(order, surplus)),
  };
}

export function backFromByHand(order: Order, units: bigint): Changes {
  const surplus = smaller(order.surplusReturned.units, units);
  return {
    refunded: subtractAmounts(order.refunded, paidAmount(order, units)),
    surplusReturned: subtractAmounts(order.surplusReturned, paidAmount(order, surplus)),
  };
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
