import { createAmount } from '@slipway/money/amount.ts';
import type { Order } from '../order.ts';
import type { Assessment } from '../orderEventKinds.ts';
import { computeFreezeChanges } from './computeFreezeChanges.ts';

type Changes = Partial<Order>;

/** Returns the reason of the hold that a risk rule requested, and the freeze of a sanctions rule; else no changes. */
export function computeHoldChanges({ riskRule }: Assessment): Changes {
  return riskRule ? { reason: riskRule, ...computeFreezeChanges(riskRule) } : {};
}

/** Returns the requote if the price has drifted. */
export function computeRequoteChanges(order: Order, { driftedUnits }: Assessment): Changes {
  return driftedUnits === undefined ? {} : { requote: createAmount(order.receive.asset, driftedUnits) };
}

/** Returns the amount and price at which a received transfer is converted. */
export function computePricingChanges(order: Order, { pricing }: Assessment): Changes {
  if (!pricing) return {};
  const { units, price, referencePrice } = pricing;
  return { receive: createAmount(order.receive.asset, units), price, referencePrice };
}
