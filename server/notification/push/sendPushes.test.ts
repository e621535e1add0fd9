import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import webPush from 'web-push';
import { type PushStandIn, startPush } from '../../../sandbox/push/start.ts';
import { createFaults, type Fault } from '../../../sandbox/world/faults.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { createWebhookPoster } from '../../platform/webhook/postWebhook.ts';
import type { AddressRule } from '../../platform/webhook/webhookAddress.ts';
import { createDutyWorld } from '../duty/dutyWorld.testing.ts';
import { findNotifications } from '../duty/watchStore.ts';
import { insertPushSubscription, readActiveSubscriptions } from './pushStore.ts';
import { sendPushes } from './sendPushes.ts';

const { database } = await openOwnDatabase(6);
const world = createDutyWorld(database);
const faults = createFaults();
const service: PushStandIn = await startPush({ faults }, 0);
afterAll(() => service.stop());

const identity = { ...webPush.generateVAPIDKeys(), subject: 'mailto:duty@example.com' };
const channels = { recipients: ['all@example.com'], webhook: undefined, push: identity };
const worker = roleDatabase(database, 'worker');

const send = (rule: AddressRule = 'public or loopback') =>
  sendPushes({ database: worker, push: identity, post: createWebhookPoster(rule), log: createLog('silent') });

async function addPhone(person: string): Promise<string> {
  const { endpoint, keys } = service.subscribe(identity.publicKey);
  await database.transaction((transaction) =>
    insertPushSubscription(transaction, person, { endpoint, ...keys, browser: 'Chrome', system: 'Android' }),
  );
  return endpoint;
}

async function notify(seconds = 11): Promise<void> {
  await world.advanceClock(seconds);
  await world.round(undefined, channels);
  await send();
}

const countPushes = (endpoint: string) => service.received(endpoint).length;
const advanceDeliveries = (seconds: number) =>
  database.run(sql`update push_deliveries set due_at = due_at - ${seconds}::int * interval '1 second'`);
const injectFault = (effect: Fault['effect'], size?: number) =>
  faults.replace([{ standIn: 'push', call: '', effect, after: 0, times: 1, ...(size !== undefined && { size }) }]);
const listNotificationFaults = async (id: number) =>
  (await findNotifications(database, [id])).map(({ person, channel, fault: of }) => [person, channel, of]);

beforeEach(async () => {
  await world.clear();
  faults.replace([]);
  await world.assignDuty('anna', 'ben');
});

describe('a push notification', () => {
  test('reaches each phone of the person, and contains kind and count, but no order or personal data', async () => {
    const phones = [await addPhone('anna'), await addPhone('anna')];
    const bensPhone = await addPhone('ben');
    const id = await world.raise('payouts_stopped', { payer: 'Anna Muster' });
    await notify();
    for (const each of phones) {
      const [push, ...more] = service.received(each);
      expect(more).toEqual([]);
      expect(JSON.parse(push?.payload ?? '')).toEqual({
        message: expect.stringMatching(/^msg_/),
        kind: 'payouts_stopped',
        about: expect.any(String),
        count: 1,
        open: '/console/today',
      });
      expect(push).toMatchObject({
        urgency: 'high',
        retentionSeconds: 1_800,
        topic: expect.stringMatching(/^[\w-]{32}$/),
      });
      expect(push?.payload).not.toMatch(/anna/i);
    }
    expect(countPushes(bensPhone)).toBe(0);
    expect(await listNotificationFaults(id)).toEqual([['anna', 'push', null]]);
  });

  test('is enough to notify a person without an email address, and the next person is notified later', async () => {
    const [annasPhone, bensPhone, carlsPhone] = [await addPhone('anna'), await addPhone('ben'), await addPhone('carl')];
    await world.raise();
    await notify();
    expect([countPushes(annasPhone), countPushes(bensPhone), countPushes(carlsPhone)]).toEqual([1, 0, 0]);
    await notify(590);
    expect([countPushes(annasPhone), countPushes(bensPhone)]).toEqual([1, 0]);
    await notify(11);
    expect([countPushes(annasPhone), countPushes(bensPhone)]).toEqual([1, 1]);
    await notify(601);
    expect([countPushes(annasPhone), countPushes(bensPhone), countPushes(carlsPhone)]).toEqual([2, 2, 1]);
    expect((await world.listEmails()).map(({ to }) => to)).toEqual(['all']);
  });

  test('is sent in addition to the email, with one topic per cause', async () => {
    await world.saveAddresses('anna');
    const annasPhone = await addPhone('anna');
    await world.raise('payouts_stopped', {}, 'a');
    await notify();
    await world.raise('payouts_stopped', {}, 'b');
    await notify();
    await notify(601);
    const topics = service.received(annasPhone).map(({ topic }) => topic);
    expect(new Set(topics.slice(0, 2)).size).toBe(2);
    expect((await world.listEmails()).filter(({ to }) => to === 'anna')).toHaveLength(2);
  });

  test.each([404, 410] as const)(
    'ends the subscription of a phone whose service answers %s, and a later email states it',
    async (gone) => {
      const annasPhone = await addPhone('anna');
      service.end(annasPhone, gone);
      const id = await world.raise();
      await notify();
      expect(await listNotificationFaults(id)).toEqual([['anna', 'push', 'refused']]);
      expect([...(await readActiveSubscriptions(database)).keys()]).toEqual([]);
      await advanceDeliveries(100_000);
      await send();
      expect(await database.many(sql`select tries from push_deliveries`)).toEqual([{ tries: 1 }]);
      await notify(601);
      await notify(1);
      expect((await world.listEmails())[0]?.body).toMatch(
        /anna was notified at .* UTC \(no phone could be notified\)\nben could not/,
      );
    },
  );

  test.each(['answer_500', 'answer_503', 'lose_answer_before'] as const)('is retried after %s', async (effect) => {
    const annasPhone = await addPhone('anna');
    injectFault(effect);
    const id = await world.raise();
    await notify();
    expect(await listNotificationFaults(id)).toEqual([['anna', 'push', 'waits']]);
    expect(await database.many(sql`select failed_tries as tries from push_subscriptions`)).toEqual([{ tries: 1 }]);
    await send();
    expect(countPushes(annasPhone)).toBe(0);
    await advanceDeliveries(5);
    await send();
    expect(countPushes(annasPhone)).toBe(1);
    expect(await listNotificationFaults(id)).toEqual([['anna', 'push', null]]);
    expect(await database.many(sql`select failed_tries as tries, fault from push_subscriptions`)).toEqual([
      { tries: 0, fault: null },
    ]);
  });

  test('waits as long as a rate-limiting service requests', async () => {
    const annasPhone = await addPhone('anna');
    injectFault('answer_429', 120);
    await world.raise();
    await notify();
    await advanceDeliveries(100);
    await send();
    expect(countPushes(annasPhone)).toBe(0);
    await advanceDeliveries(20);
    await send();
    expect(countPushes(annasPhone)).toBe(1);
  });

  test('is sent twice as the same message when its answer is lost', async () => {
    const annasPhone = await addPhone('anna');
    injectFault('lose_answer_after');
    await world.raise();
    await notify();
    await advanceDeliveries(5);
    await send();
    const messages = service.received(annasPhone).map(({ payload }) => JSON.parse(payload).message);
    expect(messages).toHaveLength(2);
    expect(new Set(messages).size).toBe(1);
  });

  test('does not delay the escalation when it is slow', async () => {
    await addPhone('anna');
    const bensPhone = await addPhone('ben');
    injectFault('answer_late', 1);
    const id = await world.raise();
    await notify();
    await notify(601);
    expect(countPushes(bensPhone)).toBe(1);
    expect(await listNotificationFaults(id)).toEqual([
      ['anna', 'push', null],
      ['ben', 'push', null],
    ]);
  });

  test('is sent once with several workers', async () => {
    const annasPhone = await addPhone('anna');
    await world.raise();
    await world.advanceClock(11);
    await Promise.all(Array.from({ length: 4 }, () => world.round(undefined, channels)));
    await Promise.all(Array.from({ length: 4 }, () => send()));
    expect(countPushes(annasPhone)).toBe(1);
  });

  test('is not sent once another person has acknowledged the alert', async () => {
    const annasPhone = await addPhone('anna');
    injectFault('answer_503');
    const id = await world.raise();
    await notify();
    await world.acknowledge(id, 'ben');
    await advanceDeliveries(100_000);
    await send();
    expect(countPushes(annasPhone)).toBe(0);
    expect(await database.many(sql`select due_at from push_deliveries`)).toEqual([{ dueAt: null }]);
  });

  test('is not sent to an endpoint without https', async () => {
    const annasPhone = await addPhone('anna');
    const id = await world.raise();
    await world.advanceClock(11);
    await world.round(undefined, channels);
    await send('public');
    expect(countPushes(annasPhone)).toBe(0);
    expect(await listNotificationFaults(id)).toEqual([['anna', 'push', 'waits']]);
    const answers = await database.many(sql`select answer from push_deliveries`);
    expect(answers).toEqual([{ answer: 'the address is not https' }]);
  });

  test('ends the subscription of a browser with invalid keys', async () => {
    const { endpoint, keys } = service.subscribe(identity.publicKey);
    const off = Buffer.alloc(65, 1).fill(4, 0, 1).toString('base64url');
    await database.transaction((transaction) =>
      insertPushSubscription(transaction, 'anna', { endpoint, ...keys, p256dh: off, browser: '', system: '' }),
    );
    await world.raise();
    await notify();
    expect([...(await readActiveSubscriptions(database)).keys()]).toEqual([]);
  });

  test('is not created while push is not configured', async () => {
    await addPhone('anna');
    const id = await world.raise();
    await world.advanceClock(11);
    await world.round();
    expect(await listNotificationFaults(id)).toEqual([['anna', 'none', null]]);
  });
});
