import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { saveAlertMessage as insertAlertMessage } from '../../notification/alertMessageStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { insertInboxMessage, markMessageHandled } from '../../platform/inbox/inboxStore.ts';
import { listJournal, writeJournal } from '../../purchase/order/stepRunner/journalStore.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { deleteExpiredData } from './deleteExpiredData.ts';

const { database } = await openOwnDatabase();
const rawBody = Buffer.from('{"name":"Anna Weber"}');

function insertMessage(eventId: string): Promise<number | undefined> {
  const messageFacts = { provider: 'sumsub', kind: 'applicantReviewed', subjectId: 's', accessToken: 'opens it' };
  return database.transaction((transaction) => insertInboxMessage(transaction, { ...messageFacts, eventId, rawBody }));
}

const advanceDays = (days: number) =>
  database.run(sql`update clock set offset_seconds = offset_seconds + ${days}::int * 86400`);

async function listInbox() {
  return database.many(sql`
    select event_id as event, raw_body is not null as body, access_token is not null as token, body_hash as hash
    from webhook_inbox order by id`);
}

test('deletes body and access token of a handled webhook after thirty days, and keeps its hash and id', async () => {
  const hash = createHash('sha256').update(rawBody).digest();
  await markMessageHandled(database, (await insertMessage('read')) ?? 0);
  await insertMessage('unread');
  await advanceDays(29);
  await deleteExpiredData(database);
  const kept = { body: true, token: true, hash };
  expect(await listInbox()).toEqual([
    { event: 'read', ...kept },
    { event: 'unread', ...kept },
  ]);
  await advanceDays(2);
  await deleteExpiredData(database);
  expect(await listInbox()).toEqual([
    { event: 'read', body: false, token: false, hash },
    { event: 'unread', ...kept },
  ]);
  expect(await insertMessage('read')).toBeUndefined();
});

test('deletes vendors’ messages after 400 days and keeps the outcomes', async () => {
  const { id } = await storeOrder(database);
  await writeJournal(database, id, {
    step: 'sync_payment',
    subject: '',
    outcome: 'refused',
    refusal: 'declined',
    text: 'do not honour',
    conclusion: '',
    milliseconds: 1,
  });
  await advanceDays(399);
  await deleteExpiredData(database);
  expect(await listJournal(database, id)).toMatchObject([{ text: 'do not honour' }]);
  await advanceDays(2);
  await deleteExpiredData(database);
  expect(await listJournal(database, id)).toMatchObject([{ text: '', outcome: 'refused', refusal: 'declined' }]);
});

test('deletes the body of an alert and the webhook’s answer after ninety days, unless the alert still waits', async () => {
  const add = (id: string, waits: boolean) =>
    database.transaction((transaction) => insertAlertMessage(transaction, { id, kind: 'k', body: 'told' }, waits));
  await add('old', false);
  await add('waits', true);
  await add('young', false);
  await database.run(sql`
    update alert_messages set created_at = created_at - interval '91 days', webhook_answer = 'thanks' where id <> 'young'`);
  await deleteExpiredData(database);
  expect(await database.many(sql`select id, body, webhook_answer as answer from alert_messages order by id`)).toEqual([
    { id: 'old', body: '', answer: null },
    { id: 'waits', body: 'told', answer: 'thanks' },
    { id: 'young', body: 'told', answer: null },
  ]);
});
