import sql from 'sql-template-tag';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Posted, ReceiverAnswer } from '../platform/webhook/receiver.testing.ts';
import {
  createWebhookSecret,
  insertOrderEvent,
  insertOrderEvents,
  openPartnerWorld,
  parsePostedEvent,
} from './partnerWorld.testing.ts';

type Answer = ReceiverAnswer | 'hang up';
const TAKEN: Answer = { status: 204 };

/** Returns the answer of an endpoint; a test may replace this function. */
let answers: (posted: Posted) => Answer | Promise<Answer> = () => TAKEN;
const world = await openPartnerWorld((posted) => answers(posted));
const { database, posted, createWorker, deliver, pass, listDeliveryStates } = world;

beforeEach(async () => {
  answers = () => TAKEN;
  for (const table of ['partner_events', 'partner_lanes', 'operator_alerts'])
    await database.pool.query(`delete from ${table}`);
  await database.run(sql`update partner_endpoints set disabled_reason = null, backoff_until = null, backoff_count = 0`);
  posted.length = 0;
});

const readSequences = (lane: string) =>
  posted.map(parsePostedEvent).flatMap((event) => (event.lane === lane ? [event.sequence] : []));
const listAlerts = () => database.many(sql`select kind, facts from operator_alerts`);
const listAttempts = () =>
  database.many<{ number: number; status: number | null; answer: string }>(
    sql`select try as number, status, answer from partner_deliveries order by id`,
  );

describe('events', () => {
  test('of an order arrive in order, signed, once each', async () => {
    const secret = await createWebhookSecret(database, 'shop', true);
    const lane = await insertOrderEvents(database, 'shop', 5);
    await deliver();
    await deliver();
    expect(readSequences(lane)).toEqual([1, 2, 3, 4, 5]);
    for (const { body, headers } of posted)
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    expect(await listDeliveryStates(lane)).toEqual(Array(5).fill('taken'));
    expect(await database.many(sql`select 1 from partner_lanes`)).toEqual([]);
  });

  test('are signed with both secrets until the former retires', async () => {
    const former = await createWebhookSecret(database, 'shop', true);
    const newest = await createWebhookSecret(database, 'shop');
    await insertOrderEvents(database, 'shop', 1);
    await deliver();
    await pass(86_400);
    await insertOrderEvents(database, 'shop', 1);
    await deliver();
    const listVerified = (secret: string) =>
      posted.map(({ body, headers }) => {
        try {
          return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>));
        } catch {
          return false;
        }
      });
    expect(listVerified(newest)).toEqual([true, true]);
    expect(listVerified(former)).toEqual([true, false]);
  });

  test('wait for earlier events of their order, and for no other order', async () => {
    const [stuck, free] = [await insertOrderEvents(database, 'shop', 2), await insertOrderEvents(database, 'shop', 2)];
    answers = (post) => (parsePostedEvent(post).lane === stuck ? { status: 500 } : TAKEN);
    await deliver();
    expect([readSequences(stuck), readSequences(free)]).toEqual([[1], [1, 2]]);
    answers = () => TAKEN;
    await deliver();
    expect(readSequences(stuck)).toEqual([1]);
    await pass(5);
    await deliver();
    expect(readSequences(stuck)).toEqual([1, 1, 2]);
  });

  test('that arrive during a delivery of their order are delivered as well', async () => {
    const lane = await insertOrderEvents(database, 'shop', 1);
    const { orderId } = await database.one<{ orderId: number }>(
      sql`select id as "orderId" from orders where order_no = ${lane}`,
    );
    answers = async (post) => {
      const { sequence } = parsePostedEvent(post);
      if (sequence < 4) await insertOrderEvent(database, { partnerId: 'shop', orderId, lane, sequence: sequence + 1 });
      return TAKEN;
    };
    await deliver();
    expect(readSequences(lane)).toEqual([1, 2, 3, 4]);
  });

  test('are given up with an alert after the last attempt, and the next event gets all its attempts', async () => {
    const lane = await insertOrderEvents(database, 'shop', 2);
    answers = (post) => (parsePostedEvent(post).sequence === 1 ? { status: 500, body: 'broken' } : TAKEN);
    for (let tries = 0; tries < 15; tries++) {
      await deliver();
      await pass(86_400);
    }
    expect(readSequences(lane)).toEqual([...Array<number>(10).fill(1), 2]);
    expect(await listDeliveryStates(lane)).toEqual(['given_up', 'taken']);
    expect(await listAlerts()).toEqual([
      { kind: 'webhook_given_up', facts: { partnerId: 'shop', event: `evt_${lane}_1`, order: lane } },
    ]);
    const lines = await listAttempts();
    expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1]);
    expect(lines[0]).toEqual({ number: 1, status: 500, answer: 'broken' });
  });

  test('of a partner without an endpoint are stored and not queued', async () => {
    const lane = await insertOrderEvents(database, 'nobody', 1);
    await deliver();
    expect(await listDeliveryStates(lane)).toEqual(['unaddressed']);
    expect(posted).toEqual([]);
  });
});

describe('an endpoint', () => {
  test('that is gone is switched off with an alert, and no event is lost', async () => {
    const lane = await insertOrderEvents(database, 'shop', 2);
    answers = () => ({ status: 410 });
    await deliver();
    await pass(86_400);
    await deliver();
    expect(readSequences(lane)).toEqual([1]);
    expect(await listAlerts()).toEqual([{ kind: 'webhook_endpoint_off', facts: { partnerId: 'shop' } }]);
    expect(await listDeliveryStates(lane)).toEqual(['waiting', 'waiting']);
  });

  test.each([429, 502, 504])('that answers %s pauses, and then receives one event at a time', async (status) => {
    answers = () => ({ status, headers: { 'retry-after': '60' } });
    for (let order = 0; order < 3; order++) await insertOrderEvents(database, 'shop', 1);
    await deliver();
    const first = posted.length;
    await insertOrderEvents(database, 'shop', 1);
    await pass(59);
    await deliver();
    expect(posted).toHaveLength(first);
    await pass(1);
    await deliver();
    expect(posted).toHaveLength(first + 1);
    answers = () => TAKEN;
    await pass(3_600);
    await deliver();
    expect(await database.many(sql`select 1 from partner_lanes`)).toEqual([]);
  });

  test('that is slow has at most ten posts from all workers, and delays no other', async () => {
    let slow = 0;
    let mostAtOnce = 0;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    answers = async ({ path }) => {
      if (path !== '/shop') return TAKEN;
      mostAtOnce = Math.max(mostAtOnce, ++slow);
      await released;
      slow -= 1;
      return TAKEN;
    };
    for (let order = 0; order < 15; order++) await insertOrderEvents(database, 'shop', 1);
    const others = [await insertOrderEvents(database, 'other', 3), await insertOrderEvents(database, 'other', 3)];
    const workers = [createWorker(), createWorker()];
    await Promise.all(workers.map(({ round }) => round()));
    await expect
      .poll(() => others.map(readSequences))
      .toEqual([
        [1, 2, 3],
        [1, 2, 3],
      ]);
    await expect.poll(() => mostAtOnce).toBe(10);
    release();
    await Promise.all(workers.map(({ idle }) => idle()));
    expect(mostAtOnce).toBe(10);
    expect(posted.filter(({ path }) => path === '/shop')).toHaveLength(15);
  });

  test('without an address receives nothing until it has one again', async () => {
    const shop = world.partners.get('shop');
    if (!shop) throw new Error('there is no shop');
    await insertOrderEvents(database, 'shop', 1);
    world.partners.set('shop', { ...shop, webhookUrl: undefined });
    await deliver();
    expect(posted).toEqual([]);
    world.partners.set('shop', shop);
    await deliver();
    expect(posted).toHaveLength(1);
  });
});

describe('a worker', () => {
  test('that was killed loses its events to others once its leases expire', async () => {
    const lane = await insertOrderEvents(database, 'shop', 2);
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const dead = createWorker({
      post: () => {
        begin();
        return new Promise(() => undefined);
      },
    });
    await dead.round();
    await begun;
    await deliver();
    expect(posted).toEqual([]);
    await database.run(sql`update partner_lanes set leased_until = leased_until - interval '30 seconds'`);
    await deliver();
    expect(readSequences(lane)).toEqual([1, 2]);
  });

  test('whose lease was taken over no longer changes the deliveries', async () => {
    const lane = await insertOrderEvents(database, 'shop', 2);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const late = createWorker({
      post: async () => {
        begin();
        await released;
        return { status: 500, text: '', retryAfter: undefined, milliseconds: 1 };
      },
    });
    await late.round();
    await begun;
    await database.run(sql`update partner_lanes set leased_until = clock_timestamp()`);
    await deliver();
    release();
    await late.idle();
    expect(await listDeliveryStates(lane)).toEqual(['taken', 'taken']);
    expect(readSequences(lane)).toEqual([1, 2]);
  });

  test('that stops releases its leases', async () => {
    await insertOrderEvents(database, 'shop', 3);
    const stopping = createWorker();
    const { promise: received, resolve: reportReceived } = Promise.withResolvers<void>();
    answers = async () => {
      reportReceived();
      return TAKEN;
    };
    await stopping.round();
    const done = received.then(() => stopping.stop());
    await done;
    await deliver();
    expect(posted.map((post) => parsePostedEvent(post).sequence)).toEqual([1, 2, 3]);
  });
});
