import { setImmediate } from 'node:timers/promises';
import type { PartnerCallData } from '@slipway/contract/partnerCalls.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { resetClockAfterEach } from '../../account/testBrowser.testing.ts';
import {
  createBuyerOrder,
  createTestBuyer,
  deleteOwnAccount,
  findTablesContaining,
} from '../../account/testBuyer.testing.ts';
import { getErrorKey, openPartnerServer, type PartnerServer } from '../../partner/api/partnerServer.testing.ts';
import { assignEventPositions, deleteOldPartnerEvents, insertPartnerEvent } from '../../partner/partnerEventStore.ts';
import { insertOrderEvent, insertOrderEvents } from '../../partner/partnerWorld.testing.ts';
import { createEventApplier, storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { openOwnGateway } from './testGateway.testing.ts';

const gateway = await openOwnGateway();
const { database } = gateway;
const shop = await openPartnerServer(gateway, 'shop');
resetClockAfterEach(gateway);

async function numberAll(): Promise<void> {
  while ((await assignEventPositions(database)) > 0);
}

describe('events', () => {
  type Feed = PartnerCallData<'events'>;
  const readFeed = async (server: PartnerServer, after?: string | null, limit = 7): Promise<Feed> =>
    (await server.call('events', { limit, ...(after ? { after } : {}) })).body.data;

  beforeEach(async () => {
    for (const table of ['partner_events', 'partner_lanes']) await database.pool.query(`delete from ${table}`);
  });

  test('returns the partner’s events with the ids and bodies of the webhooks', async () => {
    await insertOrderEvents(database, 'other', 1);
    const { id: orderId, orderNo } = await storeOrder(database, { partnerId: 'shop' });
    await createEventApplier(database, orderId)('payment_window_closed', {});
    expect(await readFeed(shop)).toEqual({ events: [], next: null, more: false });
    await numberAll();
    const { events, next } = await readFeed(shop);
    expect(events).toMatchObject([{ id: next, type: 'order.expired', data: { orderNo, status: 'expired' } }]);
    expect(await readFeed(shop, next)).toEqual({ events: [], next, more: false });
  });

  test('reports that more events follow when the limit is reached', async () => {
    const lane = await insertOrderEvents(database, 'shop', 7);
    await numberAll();
    const first = await readFeed(shop, undefined, 5);
    const rest = await readFeed(shop, first.next, 5);
    const ids = [...first.events, ...rest.events].map(({ id }) => id);
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7].map((sequence) => `evt_${lane}_${sequence}`));
    expect([first.more, rest.more]).toEqual([true, false]);
  });

  test('refuses cursors of another partner, of test events and unknown ones', async () => {
    const lane = await insertOrderEvents(database, 'other', 1);
    await insertOrderEvents(database, 'shop', 1);
    const fired = { id: 'evt_fired', partnerId: 'shop', orderId: null, lane: 'evt_fired', sequence: 0 } as const;
    await database.transaction((transaction) =>
      insertPartnerEvent(transaction, { ...fired, type: 'order.paid', body: '{}' }),
    );
    await numberAll();
    for (const after of [`evt_${lane}_1`, 'evt_fired', 'evt_nothing'])
      expect(getErrorKey(await shop.call('events', { after })), after).toBe('cursor_unknown');
    expect(getErrorKey(await shop.call('events', { after: '17' }))).toBe('malformed');
  });

  test('returns each event once and skips none, for any order in which the writers commit', async () => {
    const orders = {
      shop: await storeOrder(database, { partnerId: 'shop' }),
      other: await storeOrder(database, { partnerId: 'other' }),
    };
    let run = 0;
    let cursor: string | null = null;
    const write = (partnerId: 'shop' | 'other', lane: string, ticks: number) =>
      database.transaction(async (transaction) => {
        const event = { id: `evt_${lane}`, partnerId, orderId: orders[partnerId].id, lane, sequence: 1 };
        await insertPartnerEvent(transaction, { ...event, type: 'order.paid', body: '{}' });
        // Each transaction stays open for a different time: they commit in another order than they began.
        for (let tick = 0; tick < ticks; tick++) await setImmediate();
      });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 4 }),
        async (waits, limit) => {
          const lanes = waits.map((_, index) => `${++run}-${index}`);
          const progress = { isWriting: true };
          const writers = Promise.all(
            waits.flatMap((turns, index) => [
              write('shop', `${lanes[index]}`, turns),
              write('other', `other-${lanes[index]}`, 20 - turns),
            ]),
          ).then(() => {
            progress.isWriting = false;
          });
          const read: string[] = [];
          const readOn = async () => {
            const feed: Feed = await readFeed(shop, cursor, limit);
            read.push(...feed.events.map(({ id }) => id));
            cursor = feed.next;
            return feed.more;
          };
          while (progress.isWriting) await Promise.all([readOn(), numberAll(), numberAll()]);
          await writers;
          await numberAll();
          while (await readOn());
          expect(read.toSorted()).toEqual(lanes.map((lane) => `evt_${lane}`).toSorted());
        },
      ),
      { numRuns: 40 },
    );
  });

  test('deletes events after thirty days, except the newest one, and refuses cursors at deleted events', async () => {
    const pass = (days: number) =>
      database.run(sql`update clock set offset_seconds = offset_seconds + ${days}::int * 86400`);
    const lane = await insertOrderEvents(database, 'shop', 4);
    await numberAll();
    const cursors = (await readFeed(shop)).events.map(({ id }) => id);
    await pass(31);
    await deleteOldPartnerEvents(database);
    // The last old event is not deleted: a reader whose cursor is at it has missed nothing.
    expect(await readFeed(shop, cursors[3])).toEqual({ events: [], next: cursors[3], more: false });
    for (const after of cursors.slice(0, 3))
      expect(getErrorKey(await shop.call('events', { after })), after).toBe('cursor_unknown');
    const { orderId } = await database.one<{ orderId: number }>(
      sql`select id as "orderId" from orders where order_no = ${lane}`,
    );
    await insertOrderEvent(database, { partnerId: 'shop', orderId, lane, sequence: 5 });
    await deleteOldPartnerEvents(database);
    await numberAll();
    expect((await readFeed(shop, cursors[3])).events.map(({ id }) => id)).toEqual([`evt_${lane}_5`]);
    await pass(31);
    await deleteOldPartnerEvents(database);
    expect(getErrorKey(await shop.call('events', { after: cursors[3] ?? '' }))).toBe('cursor_unknown');
    expect((await readFeed(shop)).events.map(({ id }) => id)).toEqual([`evt_${lane}_5`]);
  });

  test('keeps events without a position, however old they are', async () => {
    const lane = await insertOrderEvents(database, 'shop', 2);
    await database.run(sql`update clock set offset_seconds = offset_seconds + 40 * 86400`);
    await deleteOldPartnerEvents(database);
    await numberAll();
    expect((await readFeed(shop)).events.map(({ id }) => id)).toEqual([`evt_${lane}_1`, `evt_${lane}_2`]);
  });
});

test('keeps the events of a deleted account without the partner’s reference', async () => {
  const person = await createTestBuyer(gateway, 'vanishing');
  const orderNo = await createBuyerOrder(person, 'cancelled');
  const { id: orderId } = await database.one<{ id: number }>(sql`select id from orders where order_no = ${orderNo}`);
  const data = { orderNo, reference: 'cart of vanishing', refererUrl: '', refererOrder: '' };
  const event = { id: 'evt_vanishing', partnerId: 'shop', orderId, lane: orderNo, sequence: 1 };
  await database.transaction((transaction) =>
    insertPartnerEvent(transaction, {
      ...event,
      type: 'order.cancelled',
      body: JSON.stringify({ type: 'order.cancelled', data }),
    }),
  );
  await database.run(sql`
    insert into partner_refund_requests (order_id, partner_id, key_id, reason, requested_at)
    values (${orderId}, 'shop', 'any', 'vanishing wants it', slipway_now())`);
  await numberAll();
  await deleteOwnAccount(person);
  for (const text of [data.reference, 'vanishing wants it'])
    expect(await findTablesContaining(gateway, text)).toEqual([]);
  const { body } = await shop.call('events', { limit: 200 });
  expect((body.data as PartnerCallData<'events'>).events.at(-1)).toEqual({
    id: 'evt_vanishing',
    type: 'order.cancelled',
    data: { ...data, reference: '' },
  });
});
