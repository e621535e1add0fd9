import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { storeOrder } from '../order/storedOrder.testing.ts';
import { createProviderRecords } from './providerRecords.ts';

const { database } = await openOwnDatabase();
const { catalog } = seededSettings();

/** An order with events: paid, then delivered after this many minutes. */
async function delivered(network: string, minutes: number, offerType = 'slipway', status = 'delivered') {
  const { id } = await storeOrder(database, { network, offerType });
  await database.run(sql`
    insert into order_events (order_id, sequence, kind, key, data, from_status, to_status, at)
    select ${id}, sequence, 'told', to_status, '{}', from_status, to_status, slipway_now() + at * interval '1 minute'
    from (values (1, 'capturing', 'paid', 0), (2, 'paid', 'delivered', ${minutes}::int)) told (sequence, from_status, to_status, at)`);
  await database.run(sql`update orders set status = ${status} where id = ${id}`);
}

test('returns the median delivery time of own orders, by network and method, from the third order', async () => {
  const minutes = async (network: string) =>
    (await createProviderRecords(database, catalog)()).ownMinutes(network, 'credit_debit_card');
  for (const taken of [4, 90]) await delivered('bitcoin', taken);
  // Another provider's, another network's, and one that was refunded.
  await delivered('bitcoin', 1, 'acme');
  await delivered('bitcoin', 1, 'slipway', 'refunded');
  for (const taken of [0, 0, 0]) await delivered('base', taken);
  expect(await minutes('bitcoin')).toBeUndefined();
  await delivered('bitcoin', 12);
  expect(await minutes('bitcoin')).toBe(12);
  expect(await minutes('base')).toBe(1);
  expect((await createProviderRecords(database, catalog)()).ownMinutes('bitcoin', 'apple_pay')).toBeUndefined();
});
