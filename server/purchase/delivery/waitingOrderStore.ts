import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Order } from '../order/order.ts';
import { findOrdersByIds } from '../order/orderStore.ts';

type Beside = Pick<Order, 'id' | 'network' | 'receive'>;

/** The oldest orders that wait to be paid out on the network and in the asset of another one, as many at most. */
export async function waitingOrders(database: Queryable, beside: Beside, most: number): Promise<readonly Order[]> {
  if (most === 0) return [];
  const rows = await database.many<{ id: number }>(waitingBeside(beside, most));
  return findOrdersByIds(
    database,
    rows.map((row) => row.id),
  );
}

/**
 * Locks the oldest orders that wait to be paid out on the network and in the asset of another one, as many at most. Orders
 * whose own step is at work are left to it, so that this waits for no lock.
 */
export async function lockWaitingOrders(
  transaction: Transaction,
  beside: Beside,
  most: number,
): Promise<readonly Order[]> {
  if (most === 0) return [];
  const rows = await transaction.many<{ id: number }>(sql`${waitingBeside(beside, most)} for update of o skip locked`);
  const locked = await findOrdersByIds(
    transaction,
    rows.map((row) => row.id),
  );
  // One whose payout was stored before the lock came is seen only now.
  return locked.filter(({ status, payoutSigned }) => status === 'converted' && !payoutSigned);
}

/**
 * Has the oldest order that waits to be paid out on the network of another one tried now and not at its next turn: the payout of
 * that one is in a block, and leaves its place. One whose own step is at work is left to it.
 */
export async function attendNextWaiting(transaction: Transaction, { network }: Pick<Order, 'network'>): Promise<void> {
  await transaction.run(sql`
    update orders set attend_at = clock_timestamp() where id = (
      select o.id from orders o
      where o.status = 'converted' and o.network = ${network} and o.attend_at > clock_timestamp()
        and not o.frozen and not o.hold_requested
        and not exists (select 1 from payouts p where p.order_id = o.id and p.status not in ('reverted', 'abandoned'))
      order by o.id limit 1 for update of o skip locked)`);
}

function waitingBeside({ id, network, receive }: Beside, most: number): Sql {
  return sql`
    select o.id from orders o
    where o.status = 'converted' and o.network = ${network} and o.receive_asset = ${receive.asset.id} and o.id <> ${id}
      and not o.frozen and not o.hold_requested
      and not exists (select 1 from payouts p where p.order_id = o.id and p.status not in ('reverted', 'abandoned'))
    order by o.id limit ${most}`;
}
