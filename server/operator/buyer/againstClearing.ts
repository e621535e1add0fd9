import { isBlocked } from '../../account/blockStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Order } from '../../purchase/order/order.ts';

/** Why a held order of this buyer is not let go on; undefined where nothing is against it. */
export async function againstClearing(
  database: Queryable,
  { buyerId }: Pick<Order, 'buyerId'>,
): Promise<string | undefined> {
  if (buyerId === null || !(await isBlocked(database, buyerId))) return undefined;
  return 'Its buyer is blocked: refuse the order, or unblock the account first.';
}
