import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/handlers.ts';
import type { Order } from './order.ts';

/**
 * Returns whether the caller owns the order: by the buyer's session, or by the guest's cookie until the order is assigned to
 * a buyer.
 */
export async function ownsOrder(database: Queryable, order: Order, caller: Caller): Promise<boolean> {
  if (order.buyerId !== null) return caller.session?.buyerId === order.buyerId;
  if (!caller.guestHash) return false;
  const found = await database.maybeOne(
    sql`select 1 from orders where id = ${order.id} and guest_hash = ${caller.guestHash} and buyer_id is null`,
  );
  return found !== undefined;
}

/** Assigns the orders that the same browser made as a guest to the buyer who logs in. */
export async function assignGuestOrders(database: Queryable, guestHash: Buffer, buyerId: string): Promise<void> {
  await database.run(sql`
    update orders set buyer_id = ${buyerId}, guest_hash = null where guest_hash = ${guestHash} and buyer_id is null`);
}
