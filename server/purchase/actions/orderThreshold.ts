import type { ApprovalThreshold, RulesReader } from '../../action/approvalThreshold.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { RequestedAction } from '../../platform/persons/requestedAction.ts';
import { findOrder } from '../order/orderStore.ts';
import { findEntry } from '../payment/bankEntryStore.ts';

type Context = {
  readonly database: Queryable;
  readonly configured: RulesReader;
  /** All requests signed together with this one, including itself. */
  readonly together?: readonly Pick<RequestedAction, 'subject' | 'input'>[] | undefined;
};

/**
 * Needs a second person if the order's value, or that of the payment to match with it, is above the threshold, or if there is no
 * such order. The values of orders signed together are added up.
 */
export const aboveOrderLimit: ApprovalThreshold = { when: 'above `secondPersonAboveEuro`', holds: isOrderAboveLimit };

export async function isOrderAboveLimit(
  { database, configured, together }: Context,
  request: Pick<RequestedAction, 'subject' | 'input'>,
): Promise<boolean> {
  let sum = 0n;
  for (const one of together ?? [request]) {
    const worth = await computeWorth(database, one);
    if (worth === undefined) return true;
    sum += worth;
  }
  const { rules } = await configured.settings();
  return sum > rules.secondPersonAboveEuroCents;
}

/** Returns the larger value of the order and the payment to match with it, in cents of euro; undefined without an order. */
async function computeWorth(
  database: Queryable,
  { subject, input }: Pick<RequestedAction, 'subject' | 'input'>,
): Promise<bigint | undefined> {
  const [order, entry] = await Promise.all([
    findOrder(database, subject),
    input['entry'] === undefined ? undefined : findEntry(database, input['entry']),
  ]);
  if (!order) return undefined;
  const isCounted = entry?.amount.asset.id === order.pay.asset.id;
  const entryCents = entry && isCounted ? (order.euroCents * entry.amount.units) / order.pay.units : 0n;
  return entryCents > order.euroCents ? entryCents : order.euroCents;
}
