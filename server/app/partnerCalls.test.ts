import { setImmediate } from 'node:timers/promises';
import type { PartnerCallData } from '@slipway/contract/partnerCalls.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { resetClockAfterEach } from '../account/testBrowser.testing.ts';
import { deleteOwnAccount, newPerson, orderOf, tablesThatSay } from '../account/testPerson.testing.ts';
import { openPartnerServer, type PartnerAnswer, type PartnerServer } from '../partner/api/partnerServer.testing.ts';
import { forgetOldPartnerEvents, insertPartnerEvent, numberPartnerEvents } from '../partner/partnerEventStore.ts';
import { tellMore, tellOf } from '../partner/partnerWorld.testing.ts';
import type { Order } from '../purchase/order/order.ts';
import { storeOrder, tellOrder } from '../purchase/order/storedOrder.testing.ts';
import { openOwnGateway } from './testGateway.testing.ts';

const gateway = await openOwnGateway();
const { database } = gateway;
const shop = await openPartnerServer(gateway, 'shop');
const other = await openPartnerServer(gateway, 'other');

resetClockAfterEach(gateway);

const storeFor = (partnerId: string, change: Partial<Order> = {}) => storeOrder(database, { partnerId, ...change });
const errorOf = ({ body }: PartnerAnswer) => (body.data as { error?: string }).error;

async function numberAll(): Promise<void> {
  while ((await numberPartnerEvents(database)) > 0);
}

describe('orderStatus', () => {
  test('tells of an own order as its webhooks do', async () => {
    const { orderNo, id } = await storeFor('shop', { reference: 'cart 17' });
    await tellOrder(database, id)('payment_window_closed', {});
    const { body } = await shop.call('orderStatus', { orderNo });
    expect(body.data).toMatchObject({ orderNo, status: 'expired', reference: 'cart 17', transactionId: null });
    const { told } = await database.one<{ told: string }>(
      sql`select body as told from partner_events where order_id = ${id}`,
    );
    const { createdAt: _, ...data } = body.data as Record<string, unknown>;
    expect(data).toEqual((JSON.parse(told) as { data: unknown }).data);
    expect(JSON.stringify(body)).not.toMatch(/address|email|buyer/i);
  });

  test('by a reference tells of the newest order that has it, and of none without one', async () => {
    await storeFor('shop', { reference: 'cart 18' });
    const { orderNo } = await storeFor('shop', { reference: 'cart 18' });
    await storeFor('other', { reference: 'cart 18' });
    const { body } = await shop.call('orderStatus', { reference: 'cart 18' });
    expect(body.data).toMatchObject({ orderNo });
    expect(errorOf(await shop.call('orderStatus', { reference: 'cart 19' }))).toBe('order_unknown');
    expect(errorOf(await shop.call('orderStatus', {}))).toBe('malformed');
    expect(errorOf(await shop.call('orderStatus', { orderNo, reference: 'cart 18' }))).toBe('malformed');
  });

  test('of another partner is as of none at all', async () => {
    const { orderNo } = await storeFor('other', { reference: 'theirs' });
    const { orderNo: nobodys } = await storeFor('0', { reference: 'nobodys' });
    const none = await shop.call('orderStatus', { orderNo: 'ABCDEFGHJKLMNPQRSTUV' });
    expect(errorOf(none)).toBe('order_unknown');
    for (const asked of [{ orderNo }, { orderNo: nobodys }, { reference: 'theirs' }, { reference: 'nobodys' }])
      expect((await shop.call('orderStatus', asked)).body).toEqual(none.body);
  });
});

describe('orders', () => {
  type Page = PartnerCallData<'orders'>;
  const pageOf = async (input: Parameters<typeof shop.call<'orders'>>[1]): Promise<Page> =>
    (await shop.call('orders', input)).body.data;

  test('are those of the partner, newest first, each once', async () => {
    const made: string[] = [];
    for (let count = 0; count < 7; count++) made.unshift((await storeFor('shop', { reference: 'walk' })).orderNo);
    await storeFor('other', { reference: 'walk' });
    const read: string[] = [];
    let page: Page | undefined;
    do {
      page = await pageOf({ reference: 'walk', limit: 3, ...(page?.next ? { after: page.next } : {}) });
      read.push(...page.orders.map(({ orderNo }) => orderNo));
    } while (page.next !== null);
    expect(read).toEqual(made);
    expect((await pageOf({})).orders.slice(0, 7).map(({ orderNo }) => orderNo)).toEqual(made);
  });

  test('cannot be gone through by an order of another partner', async () => {
    const { orderNo } = await storeFor('other');
    expect(errorOf(await shop.call('orders', { after: orderNo }))).toBe('cursor_unknown');
  });
});

describe('events', () => {
  type Feed = PartnerCallData<'events'>;
  const feedOf = async (server: PartnerServer, after?: string | null, limit = 7): Promise<Feed> =>
    (await server.call('events', { limit, ...(after ? { after } : {}) })).body.data;

  beforeEach(async () => {
    for (const table of ['partner_events', 'partner_lanes']) await database.pool.query(`delete from ${table}`);
  });

  test('are those of the partner, each as it is posted, under its id', async () => {
    await tellOf(database, 'other', 1);
    const { id: orderId, orderNo } = await storeFor('shop');
    await tellOrder(database, orderId)('payment_window_closed', {});
    expect(await feedOf(shop)).toEqual({ events: [], next: null, more: false });
    await numberAll();
    const { events, next } = await feedOf(shop);
    expect(events).toMatchObject([{ id: next, type: 'order.expired', data: { orderNo, status: 'expired' } }]);
    expect(await feedOf(shop, next)).toEqual({ events: [], next, more: false });
  });

  test('that are more than the limit are said to be', async () => {
    const lane = await tellOf(database, 'shop', 7);
    await numberAll();
    const first = await feedOf(shop, undefined, 5);
    const rest = await feedOf(shop, first.next, 5);
    const ids = [...first.events, ...rest.events].map(({ id }) => id);
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7].map((sequence) => `evt_${lane}_${sequence}`));
    expect([first.more, rest.more]).toEqual([true, false]);
  });

  test('of another partner are no cursor, nor are tests, nor one that there is not', async () => {
    const lane = await tellOf(database, 'other', 1);
    await tellOf(database, 'shop', 1);
    const fired = { id: 'evt_fired', partnerId: 'shop', orderId: null, lane: 'evt_fired', sequence: 0 } as const;
    await database.transaction((transaction) =>
      insertPartnerEvent(transaction, { ...fired, type: 'order.paid', body: '{}' }),
    );
    await numberAll();
    for (const after of [`evt_${lane}_1`, 'evt_fired', 'evt_nothing'])
      expect(errorOf(await shop.call('events', { after })), after).toBe('cursor_unknown');
    expect(errorOf(await shop.call('events', { after: '17' }))).toBe('malformed');
  });

  test('come each once and none is left out, in whatever order their writers commit', async () => {
    const orders = { shop: await storeFor('shop'), other: await storeFor('other') };
    let run = 0;
    let cursor: string | null = null;
    const write = (partnerId: 'shop' | 'other', lane: string, turns: number) =>
      database.transaction(async (transaction) => {
        const event = { id: `evt_${lane}`, partnerId, orderId: orders[partnerId].id, lane, sequence: 1 };
        await insertPartnerEvent(transaction, { ...event, type: 'order.paid', body: '{}' });
        // Each holds its transaction open for another while: they commit in another order than they began.
        for (let turn = 0; turn < turns; turn++) await setImmediate();
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
            const feed: Feed = await feedOf(shop, cursor, limit);
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

  test('that are thirty days old are gone, and a cursor from before them is refused by name', async () => {
    const pass = (days: number) =>
      database.run(sql`update clock set offset_seconds = offset_seconds + ${days}::int * 86400`);
    const lane = await tellOf(database, 'shop', 4);
    await numberAll();
    const cursors = (await feedOf(shop)).events.map(({ id }) => id);
    await pass(31);
    await forgetOldPartnerEvents(database);
    // The last of the old ones is still there: who has read it has missed nothing.
    expect(await feedOf(shop, cursors[3])).toEqual({ events: [], next: cursors[3], more: false });
    for (const after of cursors.slice(0, 3))
      expect(errorOf(await shop.call('events', { after })), after).toBe('cursor_unknown');
    const { orderId } = await database.one<{ orderId: number }>(
      sql`select id as "orderId" from orders where order_no = ${lane}`,
    );
    await tellMore(database, { partnerId: 'shop', orderId, lane, sequence: 5 });
    await forgetOldPartnerEvents(database);
    await numberAll();
    expect((await feedOf(shop, cursors[3])).events.map(({ id }) => id)).toEqual([`evt_${lane}_5`]);
    await pass(31);
    await forgetOldPartnerEvents(database);
    expect(errorOf(await shop.call('events', { after: cursors[3] ?? '' }))).toBe('cursor_unknown');
    expect((await feedOf(shop)).events.map(({ id }) => id)).toEqual([`evt_${lane}_5`]);
  });

  test('that nobody has numbered yet are not forgotten, however old they are', async () => {
    const lane = await tellOf(database, 'shop', 2);
    await database.run(sql`update clock set offset_seconds = offset_seconds + 40 * 86400`);
    await forgetOldPartnerEvents(database);
    await numberAll();
    expect((await feedOf(shop)).events.map(({ id }) => id)).toEqual([`evt_${lane}_1`, `evt_${lane}_2`]);
  });
});

test('of an account that was deleted the events stay, without what the partner has said of the purchase', async () => {
  const person = await newPerson(gateway, 'vanishing');
  const orderNo = await orderOf(person, 'cancelled');
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
    insert into partner_refund_requests (order_id, partner_id, key_id, reason, asked_at)
    values (${orderId}, 'shop', 'any', 'vanishing wants it', slipway_now())`);
  await numberAll();
  await deleteOwnAccount(person);
  for (const said of [data.reference, 'vanishing wants it']) expect(await tablesThatSay(gateway, said)).toEqual([]);
  const { body } = await shop.call('events', { limit: 200 });
  expect((body.data as PartnerCallData<'events'>).events.at(-1)).toEqual({
    id: 'evt_vanishing',
    type: 'order.cancelled',
    data: { ...data, reference: '' },
  });
});

describe('askRefund', () => {
  let keys = 0;
  const ask = (server: PartnerServer, orderNo: string, reason = 'paid twice') =>
    server.call('askRefund', { orderNo, reason, idempotencyKey: `refund-of-an-order-${++keys}` });

  async function orderWith(change: Record<string, string>, units = 'pay_units', partnerId = 'shop') {
    const { id, orderNo } = await storeFor(partnerId, change['offerType'] ? { offerType: change['offerType'] } : {});
    const { status = 'paid' } = change;
    const sum = units === 'pay_units' ? sql`pay_units` : sql`0`;
    await database.run(sql`update orders set status = ${status}, captured_units = ${sum} where id = ${id}`);
    return { id, orderNo };
  }

  test('calls a person, and moves nothing', async () => {
    const { id, orderNo } = await orderWith({});
    const { body } = await ask(shop, orderNo);
    expect(body.data).toEqual({ orderNo, askedAt: expect.any(String) });
    expect(await database.many(sql`select kind, facts from operator_alerts where order_id = ${id}`)).toEqual([
      { kind: 'refund_wanted', facts: { orderNo, partner: 'shop' } },
    ]);
    expect(
      await database.many(sql`select reason, key_id as key from partner_refund_requests where order_id = ${id}`),
    ).toEqual([{ reason: 'paid twice', key: shop.words.keyId }]);
    expect(await database.many(sql`select 1 from operator_requests`)).toEqual([]);
    expect(await database.many(sql`select status from orders where id = ${id}`)).toEqual([{ status: 'paid' }]);
  });

  test('waits for an answer before it can be asked again', async () => {
    const { id, orderNo } = await orderWith({});
    await ask(shop, orderNo);
    expect(errorOf(await ask(shop, orderNo))).toBe('refund_already_asked');
    await database.run(
      sql`update operator_alerts set settled_at = slipway_now(), settled_by = 'anna' where order_id = ${id}`,
    );
    expect(errorOf(await ask(shop, orderNo))).toBeUndefined();
  });

  test('of two at once one is told that it has been asked', async () => {
    const { orderNo } = await orderWith({});
    const answers = await Promise.all([ask(shop, orderNo), ask(shop, orderNo), ask(shop, orderNo)]);
    expect(answers.map(errorOf).filter((error) => error === 'refund_already_asked')).toHaveLength(2);
  });

  test.each([
    [{ status: 'awaiting_payment' }, '0', 'refund_nothing_paid'],
    [{ status: 'authorizing' }, '0', 'refund_nothing_paid'],
    [{ status: 'expired' }, '0', 'refund_nothing_paid'],
    [{ status: 'refunding' }, 'pay_units', 'refund_under_way'],
    [{ status: 'refunded' }, 'pay_units', 'refund_under_way'],
    [{ status: 'voiding' }, '0', 'refund_under_way'],
    [{ status: 'delivered' }, 'pay_units', 'refund_too_late'],
    [{ offerType: 'moonpay' }, 'pay_units', 'refund_elsewhere'],
    [{ status: 'on_hold' }, 'pay_units', undefined],
    [{ status: 'converted' }, 'pay_units', undefined],
  ] as const)('of an order that is %j with %s', async (change, units, error) => {
    const { orderNo } = await orderWith(change, units);
    expect(errorOf(await ask(shop, orderNo))).toBe(error);
  });

  test('of another partner is as of none at all', async () => {
    const { id, orderNo } = await orderWith({}, 'pay_units', 'other');
    const none = await ask(shop, 'ABCDEFGHJKLMNPQRSTUV');
    expect(errorOf(none)).toBe('order_unknown');
    expect((await ask(shop, orderNo)).body).toEqual(none.body);
    expect(await database.many(sql`select 1 from operator_alerts where order_id = ${id}`)).toEqual([]);
    expect(errorOf(await ask(other, orderNo))).toBeUndefined();
  });

  test.each(['', ' ', 'two\nlines', '\u001b[2J', 'x'.repeat(501)])('for the reason %j is malformed', async (reason) => {
    const { orderNo } = await orderWith({});
    expect(errorOf(await ask(shop, orderNo, reason))).toBe('malformed');
  });
});
