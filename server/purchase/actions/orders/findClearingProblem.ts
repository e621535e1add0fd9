import { isBlocked } from '../../../account/blockStore.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Order } from '../../order/order.ts';

/** Returns why a held order cannot be released: its buyer is blocked. Undefined if the buyer is not blocked. */
export async function findClearingProblem(
  database: Queryable,
  { buyerId }: Pick<Order, 'buyerId'>,
): Promise<string | undefined> {
  if (buyerId === null || !(await isBlocked(database, buyerId))) return undefined;
  return 'Its buyer is blocked: refuse the order, or unblock the account first.';
}
