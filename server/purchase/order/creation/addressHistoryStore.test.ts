import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../../platform/database/ownDatabase.testing.ts';
import { storeBuyer, storeOrder } from '../storedOrder.testing.ts';
import { readAddressHistory } from './addressHistoryStore.ts';

const { database } = await openOwnDatabase(1);

test('an address is known one day after a delivery to it, regardless of when the order was created', async () => {
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
  const buyerId = await storeBuyer(database, `${randomUUID()}@example.com`);
  const { id } = await storeOrder(database, { buyerId, address });
  const isKnown = async (deliveredHoursAgo: number) => {
    await database.run(sql`
      update orders set status = 'delivered', created_at = slipway_now() - interval '3 days',
        updated_at = slipway_now() - ${deliveredHoursAgo} * interval '1 hour' where id = ${id}`);
    return (await readAddressHistory(database, buyerId, address)).isKnown;
  };
  expect(await isKnown(23)).toBe(false);
  expect(await isKnown(25)).toBe(true);
});
