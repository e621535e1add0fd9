import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { openReceiver } from '../platform/webhook/receiver.testing.ts';
import { buildWebhookHeaders } from '../platform/webhook/signWebhook.ts';
import { storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { readAlertChannels } from './alertChannels.ts';
import { raiseAlert } from './alertStore.ts';
import { sendAlertNotifications } from './sendAlertNotifications.ts';

const { database } = await openOwnDatabase();
/** Split, so that secret scanners do not take it for a leaked one. */
const SECRET = ['whsec', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'].join('_');

const answer = { status: 204 };
const { url: ALERT_WEBHOOK_URL, posted } = await openReceiver(() => ({
  status: answer.status,
  headers: { location: 'http://127.0.0.1:9/elsewhere' },
}));
const channels = readAlertChannels({
  ALERT_MAIL: ['duty@example.com', 'books@example.com'],
  ALERT_WEBHOOK_URL,
  ALERT_WEBHOOK_SECRET: SECRET,
});
const notify = (alertChannels = channels) =>
  sendAlertNotifications({
    database,
    alertChannels,
    operatorName: 'Example',
    rootKeys: [],
    rules: { wakeNextMs: 600_000, seenHoldsMs: 14_400_000 },
    log: createLog('silent'),
  });

async function passSeconds(seconds: number): Promise<void> {
  const ago = sql`${seconds}::int * interval '1 second'`;
  await database.run(sql`update operator_alerts set created_at = created_at - ${ago}`);
  await database.run(
    sql`update alert_messages set created_at = created_at - ${ago}, webhook_due_at = webhook_due_at - ${ago}`,
  );
}

const listEmails = () =>
  database.many<{ recipient: string; subject: string; body: string }>(
    sql`select recipient, subject, body from mail_outbox order by created_at, id`,
  );

beforeEach(async () => {
  posted.length = 0;
  answer.status = 204;
  for (const table of ['operator_alerts', 'alert_messages', 'mail_outbox'])
    await database.pool.query(`delete from ${table}`);
});

test('signs a webhook according to Standard Webhooks', () => {
  const { webhook } = channels;
  // The example of the libraries of the Standard Webhooks specification.
  const content = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  };
  expect(webhook && buildWebhookHeaders([webhook.key], content)).toEqual({
    'user-agent': 'Slipway-Webhooks/1',
    'webhook-id': content.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

describe('alerts', () => {
  test('of an order are sent by email and webhook, with only its number', async () => {
    const { id, orderNo } = await storeOrder(database);
    const facts = { orderNo, payer: 'Anna Muster', account: 'DE02120300000000202051', amount: '100.00 EUR' };
    await raiseAlert(database, { key: 'one', orderId: id, kind: 'order', facts });
    await notify();
    expect(posted).toEqual([]);
    await passSeconds(10);
    await notify();
    await notify();
    expect(posted).toHaveLength(1);
    const [{ headers, body }] = posted as [(typeof posted)[0]];
    expect(JSON.parse(body)).toMatchObject({
      type: 'alert.order',
      data: { message: headers['webhook-id'], kind: 'order', count: 1, alerts: [{ order: orderNo, times: 1 }] },
    });
    const mails = await listEmails();
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(['books@example.com', 'duty@example.com']);
    for (const text of [body, ...mails.map((email) => email.subject + email.body)]) {
      expect(text).toContain('order');
      for (const secret of ['Anna', 'DE02', '100.00', SECRET]) expect(text).not.toContain(secret);
    }
    expect(mails[0]?.body).toContain(orderNo);
  });

  test('of one kind are sent as one message with a count, in which repeats with the same cause count once', async () => {
    for (let time = 0; time < 500; time++) {
      await raiseAlert(database, { key: 'same', orderId: null, kind: 'fee_ceiling', facts: {} });
      await raiseAlert(database, { key: null, orderId: null, kind: 'fee_ceiling', facts: {} });
    }
    await passSeconds(10);
    await notify();
    expect(posted).toHaveLength(1);
    expect(JSON.parse(posted[0]?.body ?? '')).toMatchObject({ data: { count: 501 } });
    expect((await listEmails()).map(({ subject }) => subject)).toEqual(
      Array(2).fill('Example: fee_ceiling (501 times)'),
    );
  });

  test('of a kind that was just sent are delayed, and then sent together with repeated ones', async () => {
    const raise = (key: string) => raiseAlert(database, { key, orderId: null, kind: 'fee_ceiling', facts: {} });
    await raise('first');
    await passSeconds(10);
    await notify();
    await raise('second');
    await passSeconds(60);
    await notify();
    expect(posted).toHaveLength(1);
    // Its cause has ended: no poll has raised it for ten minutes.
    await passSeconds(600);
    await raise('first');
    await notify();
    expect(posted).toHaveLength(2);
    expect(JSON.parse(posted[1]?.body ?? '')).toMatchObject({ data: { count: 2, alerts: [{}, {}] } });
    await passSeconds(6_000);
    await notify();
    expect(posted).toHaveLength(2);
  });

  test('are posted again with the same id and bytes after a failure, and follow no redirect', async () => {
    await raiseAlert(database, { key: 'one', orderId: null, kind: 'account_not_compared', facts: {} });
    await passSeconds(10);
    answer.status = 302;
    await notify();
    answer.status = 500;
    await notify();
    expect(posted).toHaveLength(1);
    await passSeconds(5);
    await notify();
    answer.status = 200;
    await passSeconds(300);
    await notify();
    await passSeconds(100_000);
    await notify();
    expect(posted).toHaveLength(3);
    expect(new Set(posted.map(({ body }) => body)).size).toBe(1);
    expect(new Set(posted.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('are given up after the last attempt', async () => {
    await raiseAlert(database, { key: 'one', orderId: null, kind: 'account_not_compared', facts: {} });
    await passSeconds(10);
    answer.status = 503;
    for (let tries = 0; tries < 15; tries++) {
      await notify();
      await passSeconds(86_400);
    }
    expect(posted).toHaveLength(10);
    const [message] = await database.many(
      sql`select webhook_sent_at as sent, webhook_answer as answer from alert_messages`,
    );
    expect(message).toEqual({ sent: null, answer: '503' });
  });

  test('are not sent while there is no recipient', async () => {
    await raiseAlert(database, { key: 'one', orderId: null, kind: 'account_not_compared', facts: {} });
    await passSeconds(100);
    await notify({ recipients: [], webhook: undefined, push: undefined });
    expect(await listEmails()).toEqual([]);
    await notify();
    expect(posted).toHaveLength(1);
  });

  test('are sent once with several workers', async () => {
    await raiseAlert(database, { key: 'one', orderId: null, kind: 'account_not_compared', facts: {} });
    await passSeconds(10);
    await Promise.all(Array.from({ length: 4 }, () => notify()));
    expect(posted).toHaveLength(1);
    expect(await listEmails()).toHaveLength(2);
  });
});
