import { addAmounts, subtractAmounts } from '@slipway/money/amount.ts';
import { type Order, toPayAmount } from '../order.ts';
import type { FactsByKind } from '../orderEventKinds.ts';
import { computeHoldChanges, computePricingChanges, computeRequoteChanges } from './assessmentChanges.ts';

type Changes = Partial<Order>;

/** Money that arrives in these states is late. */
const ENDED_UNPAID: ReadonlySet<Order['status']> = new Set(['expired', 'failed', 'cancelled']);

/** Returns the changes of a received transfer, which may be late, too little, in full, or too much. */
export function computeReceiptChanges(order: Order, { units, assessment }: FactsByKind<'payment_received'>): Changes {
  const amount = toPayAmount(order, units);
  const sum = addAmounts(order.received, amount);
  if (ENDED_UNPAID.has(order.status)) return { received: sum, exception: 'paid_late' };
  if (order.status !== 'awaiting_payment') return { received: sum, surplus: addAmounts(order.surplus, amount) };
  const excess = subtractAmounts(subtractAmounts(sum, order.clawedBack), order.pay);
  if (excess.units < 0n) return { received: sum, exception: 'underpaid' };
  return {
    received: sum,
    exception: excess.units > 0n ? 'overpaid' : 'none',
    surplus: addAmounts(order.surplus, excess),
    ...(assessment && {
      ...computePricingChanges(order, assessment),
      ...computeHoldChanges(assessment),
      ...computeRequoteChanges(order, assessment),
    }),
  };
}

/** Returns the changes of a capture. A second captured attempt, or an excess amount, becomes surplus. */
export function computeCaptureChanges(order: Order, { units }: FactsByKind<'payment_captured'>): Changes {
  const sum = addAmounts(order.captured, toPayAmount(order, units));
  const excess = subtractAmounts(sum, order.captured.units > order.pay.units ? order.captured : order.pay);
  return { captured: sum, ...(excess.units > 0n && { surplus: addAmounts(order.surplus, excess) }) };
}

/** A manual refund counts towards the surplus first: an intentional second payment for one order is implausible. */
export function computeManualRefundChanges(order: Order, units: bigint): Changes {
  const surplus = min(order.surplus.units - order.surplusReturned.units, units);
  return {
    refunded: addAmounts(order.refunded, toPayAmount(order, units)),
    surplusReturned: addAmounts(order.surplusReturned, toPayAmount(order, surplus)),
  };
}

export function computeManualRefundReversal(order: Order, units: bigint): Changes {
  const surplus = min(order.surplusReturned.units, units);
  return {
    refunded: subtractAmounts(order.refunded, toPayAmount(order, units)),
    surplusReturned: subtractAmounts(order.surplusReturned, toPayAmount(order, surplus)),
  };
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
