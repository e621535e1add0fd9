import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { raiseAlert } from '../../notification/alertStore.ts';
import { lockWatch, writeHanded, writeSeen } from '../../notification/duty/watchStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { endPresence, renewPresence, writePresence } from '../desk/presenceStore.ts';
import { readVersions, type Versions } from './liveStore.ts';

const { database } = await openOwnDatabase();

/** The topics that something changes. */
async function changedBy(act: () => Promise<unknown>): Promise<string[]> {
  const before = await readVersions(database);
  await act();
  const now = await readVersions(database);
  return Object.keys(now).filter((topic) => before[topic as keyof Versions] !== now[topic as keyof Versions]);
}

test('an alert that is seen, handed on or comes again is news', async () => {
  const alert = { key: 'live', orderId: null, kind: 'books_differ', facts: {} } as const;
  expect(await changedBy(() => raiseAlert(database, alert))).toEqual(['alerts']);
  // The same occurrence, met by another poll.
  expect(await changedBy(() => raiseAlert(database, alert))).toEqual([]);
  await database.run(
    sql`update operator_alerts set last_at = slipway_now() - interval '11 minutes' where key = 'live'`,
  );
  expect(await changedBy(() => raiseAlert(database, alert))).toEqual(['alerts']);
  const { id } = await database.one<{ id: number }>(sql`select id::int as id from operator_alerts where key = 'live'`);
  const watched = (act: (transaction: Parameters<typeof lockWatch>[0]) => Promise<unknown>) => () =>
    database.transaction(async (transaction) => {
      await lockWatch(transaction, id);
      await act(transaction);
    });
  expect(await changedBy(watched((transaction) => writeSeen(transaction, id, 'sam')))).toEqual(['alerts']);
  expect(await changedBy(watched((transaction) => writeHanded(transaction, id, 'cleo')))).toEqual(['alerts']);
  expect(await changedBy(watched((transaction) => writeSeen(transaction, id, 'cleo')))).toEqual(['alerts']);
});

test('a request that is approved, and not done yet, is news', async () => {
  await database.run(sql`
    insert into operator_requests (action, subject, input, who, why, status, created_at)
    values ('hold', 'LIVE', '{}', 'sam', 'a test', 'waiting', slipway_now())`);
  expect(
    await changedBy(() => database.run(sql`update operator_requests set status = 'approved', approved_by = 'cleo'`)),
  ).toEqual(['requests']);
});

test('who comes and goes is news, and who stays is not', async () => {
  const place = { tab: '7d1f1f0e-6f0b-4c55-9a53-0b6f6c9b9a11', person: 'sam' };
  const order = { about: 'order', subject: 'LIVE' };
  expect(await changedBy(() => writePresence(database, place, [order]))).toEqual(['looking']);
  expect(await changedBy(() => writePresence(database, place, [order]))).toEqual([]);
  expect(await changedBy(() => renewPresence(database, [place]))).toEqual([]);
  expect(await changedBy(() => database.run(sql`update console_presence set lease_until = clock_timestamp()`))).toEqual(
    ['looking'],
  );
  await writePresence(database, place, [order]);
  expect(await changedBy(() => endPresence(database, [place]))).toEqual(['looking']);
});
