import sql from 'sql-template-tag';
import { afterEach, expect, test, vi } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { findOtherViewers, replacePresence } from '../collaboration/presenceStore.ts';
import { createPresenceLeases } from './presenceLeases.ts';

// With a single connection, queries are answered in order.
const { database } = await openOwnDatabase(1);
const RENEW_EVERY_MS = 10_000;
const order = { about: 'order', subject: '7KQ2' };
const tab = '7d1f1f0e-6f0b-4c55-9a53-0b6f6c9b9a11';
const listViewers = () => findOtherViewers(database, order, 'cleo');
const ageLeases = (seconds: number) =>
  database.run(sql`update console_presence set lease_until = lease_until - ${seconds}::int * interval '1 second'`);

afterEach(() => vi.useRealTimers());

test('renews the leases of open tabs, and ends one when the last connection of its tab closes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const leases = createPresenceLeases(database, createLog('silent'));
  const release = leases.hold({ tab, person: 'sam' });
  await replacePresence(database, { tab, person: 'sam' }, [order]);
  await ageLeases(15);
  vi.advanceTimersByTime(RENEW_EVERY_MS);
  const readSecondsLeft = async () =>
    (
      await database.one<{ left: number }>(sql`
      select extract(epoch from lease_until - clock_timestamp())::float8 as left from console_presence`)
    ).left;
  await expect.poll(readSecondsLeft).toBeGreaterThan(20);

  // A reconnect before the former stream's end was noticed keeps the presence.
  const releaseReconnected = leases.hold({ tab, person: 'sam' });
  release();
  expect(await listViewers()).toEqual(['sam']);
  releaseReconnected();
  await expect.poll(listViewers).toEqual([]);
  await leases.stop();
});

test('lets the leases of a dead process expire, and ends those of a stopped process at once', async () => {
  await replacePresence(database, { tab, person: 'sam' }, [order]);
  await ageLeases(31);
  expect(await listViewers()).toEqual([]);
  const leases = createPresenceLeases(database, createLog('silent'));
  leases.hold({ tab, person: 'sam' });
  await replacePresence(database, { tab, person: 'sam' }, [order]);
  expect(await listViewers()).toEqual(['sam']);
  await leases.stop();
  expect(await listViewers()).toEqual([]);
});
