import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { raiseAlert } from '../../notification/alertStore.ts';
import { lockWatch, saveAcknowledgement, saveReassignment } from '../../notification/duty/watchStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { endPresence, renewPresence, replacePresence } from '../collaboration/presenceStore.ts';
import { readTopicVersions, type TopicVersions } from './topicVersionStore.ts';

const { database } = await openOwnDatabase();

/** Returns the topics whose versions an operation changes. */
async function listTopicsChangedBy(operation: () => Promise<unknown>): Promise<string[]> {
  const before = await readTopicVersions(database);
  await operation();
  const now = await readTopicVersions(database);
  return Object.keys(now).filter((topic) => before[topic as keyof TopicVersions] !== now[topic as keyof TopicVersions]);
}

test('an alert that is raised, repeated later, acknowledged or reassigned is a change', async () => {
  const alert = { key: 'live', orderId: null, kind: 'books_differ', facts: {} } as const;
  expect(await listTopicsChangedBy(() => raiseAlert(database, alert))).toEqual(['alerts']);
  // The same occurrence, seen by another poll.
  expect(await listTopicsChangedBy(() => raiseAlert(database, alert))).toEqual([]);
  await database.run(
    sql`update operator_alerts set last_at = slipway_now() - interval '11 minutes' where key = 'live'`,
  );
  expect(await listTopicsChangedBy(() => raiseAlert(database, alert))).toEqual(['alerts']);
  const { id } = await database.one<{ id: number }>(sql`select id::int as id from operator_alerts where key = 'live'`);
  const inWatchTransaction = (change: (transaction: Parameters<typeof lockWatch>[0]) => Promise<unknown>) => () =>
    database.transaction(async (transaction) => {
      await lockWatch(transaction, id);
      await change(transaction);
    });
  expect(
    await listTopicsChangedBy(inWatchTransaction((transaction) => saveAcknowledgement(transaction, id, 'sam'))),
  ).toEqual(['alerts']);
  expect(
    await listTopicsChangedBy(inWatchTransaction((transaction) => saveReassignment(transaction, id, 'cleo'))),
  ).toEqual(['alerts']);
  expect(
    await listTopicsChangedBy(inWatchTransaction((transaction) => saveAcknowledgement(transaction, id, 'cleo'))),
  ).toEqual(['alerts']);
});

test('a request that is approved but not executed is a change', async () => {
  await database.run(sql`
    insert into operator_requests (action, subject, input, who, why, status, created_at)
    values ('hold', 'LIVE', '{}', 'sam', 'a test', 'waiting', slipway_now())`);
  expect(
    await listTopicsChangedBy(() =>
      database.run(sql`update operator_requests set status = 'approved', approved_by = 'cleo'`),
    ),
  ).toEqual(['requests']);
});

test('an invitation or a statement about people is a change', async () => {
  const invite = sql`
    insert into invitations (code_hash, name, roles, invited_by, created_at, expires_at)
    values ('code', 'lena', '{viewer}', 'anna', slipway_now(), slipway_now() + interval '1 day')`;
  expect(await listTopicsChangedBy(() => database.run(invite))).toEqual(['people']);
  const statement = sql`
    insert into person_statements (hash, text, signature, received_at)
    values (encode(sha256(convert_to('a', 'UTF8')), 'hex'), 'a', '', slipway_now())`;
  expect(await listTopicsChangedBy(() => database.run(statement))).toEqual(['people']);
});

test('opening and closing a page or letting its lease expire is a change, and keeping it open is not', async () => {
  const consoleTab = { tab: '7d1f1f0e-6f0b-4c55-9a53-0b6f6c9b9a11', person: 'sam' };
  const order = { about: 'order', subject: 'LIVE' };
  expect(await listTopicsChangedBy(() => replacePresence(database, consoleTab, [order]))).toEqual(['viewers']);
  expect(await listTopicsChangedBy(() => replacePresence(database, consoleTab, [order]))).toEqual([]);
  expect(await listTopicsChangedBy(() => renewPresence(database, [consoleTab]))).toEqual([]);
  expect(
    await listTopicsChangedBy(() => database.run(sql`update console_presence set lease_until = clock_timestamp()`)),
  ).toEqual(['viewers']);
  await replacePresence(database, consoleTab, [order]);
  expect(await listTopicsChangedBy(() => endPresence(database, [consoleTab]))).toEqual(['viewers']);
});
