import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createTransferOrder } from '../purchase/refund/testBank.testing.ts';
import { findReadingStart, saveReadingEnd } from './readingStore.ts';

const { database } = await openOwnDatabase();
const HOUR_MS = 3_600_000;

test('reads first from the first order or withdrawal, later from some time before the end of the last reading', async () => {
  const from = () => findReadingStart(database, 'acme', HOUR_MS);
  expect(await from()).toBeUndefined();
  const { orderId } = await createTransferOrder(database);
  const first = new Date('2026-11-01T10:00:00Z');
  await database.run(sql`update orders set created_at = ${first} where id = ${orderId}`);
  expect(await from()).toEqual(first);
  await saveReadingEnd(database, 'acme', new Date(first.getTime() + HOUR_MS / 2));
  expect(await from()).toEqual(first);
  await saveReadingEnd(database, 'acme', new Date(first.getTime() + 3 * HOUR_MS));
  expect(await from()).toEqual(new Date(first.getTime() + 2 * HOUR_MS));
  await saveReadingEnd(database, 'acme', first);
  expect(await from()).toEqual(new Date(first.getTime() + 2 * HOUR_MS));
  // A withdrawal is booked on both sides, even before the first order.
  const { id } = await database.one<{ id: bigint }>(sql`
    insert into operator_requests (action, subject, input, who, why, status, created_at)
    values ('withdraw', 'BTC', '{}', 'anna', 'test', 'done', now()) returning id`);
  const earlier = new Date(first.getTime() - HOUR_MS);
  await database.run(sql`
    insert into withdrawals (request_id, venue, crypto, asset, decimals, units, currency, network, address, created_at, updated_at)
    values (${id}, 'acme', 'BTC', 'a', 8, 1, 'BTC', 'n', 'to', ${earlier}, ${earlier})`);
  expect(await findReadingStart(database, 'other', HOUR_MS)).toEqual(earlier);
});
