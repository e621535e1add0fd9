import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { storeOrder } from '../order/storedOrder.testing.ts';
import { createProviderRecords } from './providerRecords.ts';

const { database } = await openOwnDatabase();
const { catalog } = seededSettings();

/** An order that was delivered this many minutes after its payment, and converted after a fifth of them. */
async function storeDeliveredOrder(network: string, minutes: number, offerType = 'slipway', status = 'delivered') {
  const { id } = await storeOrder(database, { network, offerType });
  await database.run(sql`
    insert into order_events (order_id, sequence, kind, key, data, from_status, to_status, at)
    select ${id}, sequence, 'test', to_status, '{}', from_status, to_status, (select slipway_now()) + at * interval '1 minute'
    from (values (1, 'capturing', 'paid', 0), (2, 'paid', 'converted', ${minutes}::int / 5.0),
      (3, 'converted', 'delivered', ${minutes}::int)) event (sequence, from_status, to_status, at)`);
  await database.run(sql`update orders set status = ${status} where id = ${id}`);
}

test('returns the operator’s median delivery time by network and method, once there are three orders', async () => {
  const readMinutes = async (network: string) =>
    (await createProviderRecords(database, catalog)()).readOwnMinutes(network, 'credit_debit_card');
  for (const taken of [4, 90]) await storeDeliveredOrder('bitcoin', taken);
  // Another provider's, another network's, and one that was refunded.
  await storeDeliveredOrder('bitcoin', 1, 'acme');
  await storeDeliveredOrder('bitcoin', 1, 'slipway', 'refunded');
  for (const taken of [0, 0, 0]) await storeDeliveredOrder('base', taken);
  expect(await readMinutes('bitcoin')).toBeUndefined();
  await storeDeliveredOrder('bitcoin', 12);
  expect(await readMinutes('bitcoin')).toBe(12);
  expect(await readMinutes('base')).toBe(1);
  expect((await createProviderRecords(database, catalog)()).readOwnMinutes('bitcoin', 'apple_pay')).toBeUndefined();
});

test('returns the time within which four of five orders left a step, once there are three', async () => {
  const usual = async (status: OrderStatus, network = 'polygon') =>
    (await createProviderRecords(database, catalog)()).findUsualSeconds({
      status,
      network,
      payMethod: 'credit_debit_card',
    });
  for (const taken of [5, 10]) await storeDeliveredOrder('polygon', taken);
  expect(await usual('paid')).toBeNull();
  for (const taken of [15, 20, 100]) await storeDeliveredOrder('polygon', taken);
  // Conversions took 1, 2, 3, 4 and 20 minutes: the 80th percentile is interpolated between the two longest.
  expect([await usual('paid'), await usual('converting')]).toEqual([432, 432]);
  expect([await usual('converted'), await usual('delivering')]).toEqual([1728, 1728]);
  expect(await usual('awaiting_identity')).toBeNull();
  expect(await usual('paid', 'ethereum')).toBeNull();
  expect(
    (await createProviderRecords(database, catalog)()).findUsualSeconds({
      status: 'paid',
      network: 'polygon',
      payMethod: 'apple_pay',
    }),
  ).toBeNull();
});

/** An order whose hold was decided after this many hours; an event in between does not affect that time. */
async function storeDecidedOrder(hours: number) {
  const { id } = await storeOrder(database);
  await database.run(sql`
    insert into order_events (order_id, sequence, kind, key, data, from_status, to_status, at)
    select ${id}, sequence, 'test', sequence::text, '{}', from_status, to_status, (select slipway_now()) + at * interval '1 hour'
    from (values (1, 'authorizing', 'on_hold', 0), (2, 'on_hold', 'on_hold', 0.1), (3, 'on_hold', 'capturing', ${hours}::int))
      event (sequence, from_status, to_status, at)`);
}

test('returns the time within which four of five reviews were decided, once there are three', async () => {
  const usual = async () =>
    (await createProviderRecords(database, catalog)()).findUsualSeconds({
      status: 'on_hold',
      network: 'bitcoin',
      payMethod: 'credit_debit_card',
    });
  for (const hours of [1, 2]) await storeDecidedOrder(hours);
  expect(await usual()).toBeNull();
  for (const hours of [3, 4, 5]) await storeDecidedOrder(hours);
  expect(await usual()).toBe(Math.ceil(4.2 * 3600));
});
