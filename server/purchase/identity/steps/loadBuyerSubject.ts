import { type Buyer, findBuyer } from '../../../account/buyerStore.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Order } from '../../order/order.ts';
import { type Conclusion, concludeWaiting } from '../../order/stepRunner/conclusion.ts';

/** Returns the subject of an identity step: the order and its buyer. Waits if the order has no buyer. */
export async function loadBuyerSubject(
  { database }: { readonly database: Database },
  order: Order,
): Promise<{ readonly order: Order; readonly buyer: Buyer } | Conclusion> {
  const buyer = order.buyerId ? await findBuyer(database, order.buyerId) : undefined;
  return buyer ? { order, buyer } : concludeWaiting('no_buyer');
}
