import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';
import type { Order } from '../../order/order.ts';
import { findOrdersByIds } from '../../order/orderStore.ts';

type ReferenceOrder = Pick<Order, 'id' | 'network' | 'receive'>;

/** Returns the oldest orders that wait for a payout on the network and in the asset of another order, at most `most`. */
export async function listOrdersAwaitingPayout(
  database: Queryable,
  reference: ReferenceOrder,
  most: number,
): Promise<readonly Order[]> {
  if (most === 0) return [];
  const rows = await database.many<{ id: number }>(buildAwaitingOrdersQuery(reference, most));
  return findOrdersByIds(
    database,
    rows.map((row) => row.id),
  );
}

/**
 * Locks the oldest orders that wait for a payout on the network and in the asset of another order, at most `most`.
 * Skips orders whose own step holds the lock, so that this never waits.
 */
export async function lockOrdersAwaitingPayout(
  transaction: Transaction,
  reference: ReferenceOrder,
  most: number,
): Promise<readonly Order[]> {
  if (most === 0) return [];
  const rows = await transaction.many<{ id: number }>(
    sql`${buildAwaitingOrdersQuery(reference, most)} for update of o skip locked`,
  );
  const locked = await findOrdersByIds(
    transaction,
    rows.map((row) => row.id),
  );
  // A payout that was stored before the lock was acquired is only visible now.
  return locked.filter(({ status, payoutSigned }) => status === 'converted' && !payoutSigned);
}

/**
 * Makes the oldest waiting order on the network due now, since another payout is in a block and frees its slot. Skips
 * an order whose own step holds the lock.
 */
export async function scheduleNextAwaitingOrder(
  transaction: Transaction,
  { network }: Pick<Order, 'network'>,
): Promise<void> {
  await transaction.run(sql`
    update orders set attend_at = clock_timestamp() where id = (
      select o.id from orders o
      where o.status = 'converted' and o.network = ${network} and o.attend_at > clock_timestamp()
        and not o.frozen and not o.hold_requested
        and not exists (select 1 from payouts p where p.order_id = o.id and p.status not in ('reverted', 'abandoned'))
      order by o.id limit 1 for update of o skip locked)`);
}

function buildAwaitingOrdersQuery({ id, network, receive }: ReferenceOrder, most: number): Sql {
  return sql`
    select o.id from orders o
    where o.status = 'converted' and o.network = ${network} and o.receive_asset = ${receive.asset.id} and o.id <> ${id}
      and not o.frozen and not o.hold_requested
      and not exists (select 1 from payouts p where p.order_id = o.id and p.status not in ('reverted', 'abandoned'))
    order by o.id limit ${most}`;
}
