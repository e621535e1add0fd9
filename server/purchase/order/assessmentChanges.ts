import { amountOf } from '@slipway/money/amount.ts';
import type { Assessment } from './events.ts';
import { freezing } from './freezing.ts';
import type { Order } from './order.ts';

type Changes = Partial<Order>;

/** By a rule that asked for a hold. */
export function held({ riskRule }: Assessment): Changes {
  return riskRule ? { reason: riskRule, ...freezing(riskRule) } : {};
}

/** By a price that has moved. */
export function requoted(order: Order, { driftedUnits }: Assessment): Changes {
  return driftedUnits === undefined ? {} : { requote: amountOf(order.receive.asset, driftedUnits) };
}

/** By what the money buys now. */
export function priced(order: Order, { pricing }: Assessment): Changes {
  if (!pricing) return {};
  const { units, price, referencePrice } = pricing;
  return { receive: amountOf(order.receive.asset, units), price, referencePrice };
}
