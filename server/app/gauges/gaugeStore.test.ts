import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { countOrdersByStatus, sumEndedOrders } from './gaugeStore.ts';

const { database } = await openOwnDatabase(6);

const sortByStatus = <Row extends { status: string }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => one.status.localeCompare(other.status));

/** Returns the counts by status, computed from the row of every order. */
async function countFromRows() {
  return sortByStatus(
    await database.many<{ status: string; count: number }>(
      sql`select status, count(*) as count from orders group by status`,
    ),
  );
}

const setStatus = (id: number, status: string) =>
  database.run(sql`update orders set status = ${status} where id = ${id}`);

test('counts orders by status through all transitions and while changes are summed', async () => {
  const orders = await Promise.all(Array.from({ length: 8 }, () => storeOrder(database)));
  const statusPaths = [
    ['delivered'],
    ['expired', 'refunding', 'refunded'],
    ['paid', 'delivered', 'delivering', 'delivered'],
    ['cancelled', 'cancelled'],
    ['failed'],
    ['on_hold'],
    ['delivered'],
  ];
  for (const [index, statusPath] of statusPaths.entries())
    for (const status of statusPath) {
      await setStatus(orders[index]?.id ?? 0, status);
      expect(sortByStatus(await countOrdersByStatus(database))).toEqual(await countFromRows());
      await sumEndedOrders(database, 1);
      expect(sortByStatus(await countOrdersByStatus(database))).toEqual(await countFromRows());
    }
});

test('sums each change once when several workers sum at the same time', async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, () => storeOrder(database)));
  await Promise.all([
    ...orders.map(({ id }) => setStatus(id, 'expired')),
    ...Array.from({ length: 12 }, () => sumEndedOrders(database, 2)),
  ]);
  while ((await sumEndedOrders(database, 5)) > 0);
  expect(sortByStatus(await countOrdersByStatus(database))).toEqual(await countFromRows());
  expect(await database.many(sql`select 1 from ended_order_changes`)).toEqual([]);
});
