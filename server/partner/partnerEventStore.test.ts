import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { assignEventPositions, deleteOldPartnerEvents, insertPartnerEvent } from './partnerEventStore.ts';
import { createWebhookSecret, insertOrderEvent, insertOrderEvents } from './partnerWorld.testing.ts';

const { database } = await openOwnDatabase(12);

type Read = { readonly id: string; readonly position: number };

async function readAfter(position: number): Promise<Read[]> {
  return database.many<Read>(
    sql`select id, position from partner_events where position > ${position} order by position limit 7`,
  );
}

test('reading from a position returns every event once, in any order of commits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }), async (waits) => {
      const { id: orderId } = await storeOrder(database, { partnerId: 'shop' });
      const [{ from } = { from: 0 }] = await database.many<{ from: number }>(
        sql`select coalesce(max(position), 0) as from from partner_events`,
      );
      let writing = waits.length;
      const writers = waits.map(async (wait, index) => {
        const lane = `${orderId}:${index}`;
        await database.transaction(async (transaction) => {
          const event = { id: `evt_${lane}`, partnerId: 'shop', orderId, lane, sequence: 1 } as const;
          await insertPartnerEvent(transaction, { ...event, type: 'order.paid', body: '{}' });
          // Each transaction stays open for a different time, so they commit in a different order than they began.
          for (let tick = 0; tick < wait; tick++) await setImmediate();
        });
        writing -= 1;
      });
      const read: string[] = [];
      let position = from;
      for (let isLast = false; !isLast; ) {
        isLast = writing === 0;
        await Promise.all([assignEventPositions(database), assignEventPositions(database)]);
        for (let batch = await readAfter(position); batch.length > 0; batch = await readAfter(position)) {
          read.push(...batch.map(({ id }) => id));
          position = batch.at(-1)?.position ?? position;
        }
      }
      await Promise.all(writers);
      expect(read.toSorted()).toEqual(waits.map((_, index) => `evt_${orderId}:${index}`).toSorted());
    }),
    { numRuns: 40 },
  );
});

test('positions keep an order’s sequence, and test events have none', async () => {
  const lane = await insertOrderEvents(database, 'shop', 5);
  const testEvent = { id: 'evt_test', partnerId: 'shop', orderId: null, lane: 'evt_test', sequence: 0 } as const;
  await database.transaction((transaction) =>
    insertPartnerEvent(transaction, { ...testEvent, type: 'order.paid', body: '{}' }),
  );
  while ((await assignEventPositions(database)) > 0);
  const sequences = await database.many<{ sequence: number }>(
    sql`select sequence from partner_events where lane = ${lane} order by position`,
  );
  expect(sequences.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  expect(await database.many(sql`select position from partner_events where id = 'evt_test'`)).toEqual([
    { position: null },
  ]);
});

test('deletes events after thirty days except the last, and later events are queued', async () => {
  for (const id of ['shop', 'other']) await createWebhookSecret(database, id);
  await insertOrderEvents(database, 'other', 1);
  const lane = await insertOrderEvents(database, 'shop', 2);
  while ((await assignEventPositions(database)) > 0);
  const last = await insertOrderEvents(database, 'shop', 1);
  while ((await assignEventPositions(database)) > 0);
  const { orderId } = await database.one<{ orderId: number }>(
    sql`select id as "orderId" from orders where order_no = ${lane}`,
  );
  await database.run(sql`update clock set offset_seconds = 31 * 86400`);
  const younger = await insertOrderEvents(database, 'shop', 1);
  await deleteOldPartnerEvents(database);
  const listEvents = () =>
    database.many(sql`select lane, sequence from partner_events where partner_id = 'shop' order by entry`);
  const lanes = async () =>
    (await database.many<{ lane: string }>(sql`select lane from partner_lanes where partner_id = 'shop'`)).map(
      (row) => row.lane,
    );
  const kept = [last, younger].map((one) => ({ lane: one, sequence: 1 }));
  expect(await listEvents()).toEqual(kept);
  expect(await lanes()).toEqual([younger]);
  await insertOrderEvent(database, { partnerId: 'shop', orderId, lane, sequence: 3 });
  expect(await listEvents()).toEqual([...kept, { lane, sequence: 3 }]);
  expect((await lanes()).toSorted()).toEqual([younger, lane].toSorted());
});
