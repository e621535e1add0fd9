import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/handlers.ts';
import type { Order } from './order.ts';

/** The buyer's own session, or the guest's cookie until a login has claimed the order. */
export async function ownsOrder(database: Queryable, order: Order, caller: Caller): Promise<boolean> {
  if (order.buyerId !== null) return caller.session?.buyerId === order.buyerId;
  if (!caller.guestHash) return false;
  const found = await database.maybeOne(
    sql`select 1 from orders where id = ${order.id} and guest_hash = ${caller.guestHash} and buyer_id is null`,
  );
  return found !== undefined;
}

/** A login takes over the orders that the same browser made as a guest. */
export async function claimGuestOrders(database: Queryable, guestHash: Buffer, buyerId: string): Promise<void> {
  await database.run(sql`
    update orders set buyer_id = ${buyerId}, guest_hash = null where guest_hash = ${guestHash} and buyer_id is null`);
}
