import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import { createLog } from '../log/log.ts';
import { type Announcement, packPayloads } from './announcer.ts';
import { openDatabase } from './database.ts';
import { listenToChannel } from './listenToChannel.ts';
import { openOwnDatabase } from './ownDatabase.testing.ts';

const { database, url } = await openOwnDatabase();
const receivedPayloads: (readonly string[])[] = [];
const connected = Promise.withResolvers<void>();
const listening = listenToChannel(url, 'order_events', createLog('silent'), {
  receive: (payloads) => void receivedPayloads.push(payloads),
  connected: connected.resolve,
});
await connected.promise;
afterAll(() => listening.stop());

const expectReceived = (payload: string) => waitFor(() => expect(receivedPayloads.flat()).toContain(payload));

test('announces the changes of a committed transaction, and none of one that was rolled back', async () => {
  const failed = database.transaction(async (transaction) => {
    transaction.announce('order_events', 'rolled back');
    throw new Error('undo');
  });
  await expect(failed).rejects.toThrow('undo');
  await database.transaction(async (transaction) => transaction.announce('order_events', 'committed'));
  await database.repeatableTransaction(async (transaction) => transaction.announce('order_events', 'repeatable'));
  await expectReceived('committed');
  await expectReceived('repeatable');
  expect(receivedPayloads.flat()).not.toContain('rolled back');
});

test('combines many announcements into few notifications, and loses none', async () => {
  const before = receivedPayloads.length;
  const orders = Array.from({ length: 2_000 }, (_, index) => `order${index} 1`);
  await Promise.all(
    orders.map((payload) => database.transaction(async (transaction) => transaction.announce('order_events', payload))),
  );
  await expectReceived(orders.at(-1) ?? '');
  await waitFor(() => expect(receivedPayloads.slice(before).flat()).toHaveLength(orders.length));
  expect(new Set(receivedPayloads.slice(before).flat())).toEqual(new Set(orders));
  expect(receivedPayloads.length - before).toBeLessThan(orders.length / 10);
});

test('announces again after its connection broke, and reports what was lost', async () => {
  const lost: unknown[] = [];
  const other = openDatabase(url, { maxConnections: 1, onLostAnnouncements: (error) => lost.push(error) });
  const announce = (payload: string) =>
    other.transaction(async (transaction) => transaction.announce('order_events', payload));
  try {
    await announce('before the break');
    await expectReceived('before the break');
    await database.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'select pg_notify%' and pid <> pg_backend_pid()`);
    let tries = 0;
    await waitFor(async () => {
      tries += 1;
      await announce(`after the break ${tries}`);
      expect(receivedPayloads.flat().some((payload) => payload.startsWith('after the break'))).toBe(true);
    });
  } finally {
    await other.close();
  }
  for (const error of lost) expect(error).toBeInstanceOf(Error);
});

test('sends what is waiting before it closes', async () => {
  const other = openDatabase(url, { maxConnections: 1 });
  for (const payload of ['first of the last', 'last'])
    await other.transaction(async (transaction) => transaction.announce('order_events', payload));
  await other.close();
  await expectReceived('last');
});

describe('packPayloads', () => {
  test('joins the payloads of a channel up to the limit of a notification', () => {
    const payloads = Array.from({ length: 1_000 }, (_, index) => `${'x'.repeat(12)} ${index}`);
    const news = payloads.flatMap((payload): Announcement[] => [
      { channel: 'order_events', payload },
      { channel: 'jobs_sent', payload: '' },
    ]);
    const packed = packPayloads(news);
    for (const { payload } of packed) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
    const listLines = (channel: string) =>
      packed.filter((each) => each.channel === channel).flatMap(({ payload }) => payload.split('\n'));
    expect(listLines('order_events')).toEqual(payloads);
    expect(listLines('jobs_sent')).toHaveLength(payloads.length);
    expect(packed.length).toBeLessThan(5);
  });
});

/** `pg_notify` and `NOTIFY` in SQL, or the option with which the queue sends it in the transaction of the job. */
const NOTIFIES = /pg_notify|\bnotify\s+\w+|\bnotify: true/i;

describe('a transaction that writes orders, payments or jobs', () => {
  test('runs no function that notifies', async () => {
    const functions = await database.many<{ name: string }>(sql`
      select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname not in ('pg_catalog', 'information_schema') and p.prosrc ~* 'pg_notify|[[:<:]]notify[[:space:]]+[a-z_]+[[:space:]]*[,;]' order by 1`);
    // The clock is moved in the sandbox only.
    expect(functions).toEqual([{ name: 'announce_clock' }]);
  });

  test('has no notifying statement in the code', () => {
    const files = execFileSync('git', ['ls-files', 'server'], { encoding: 'utf8' }).split('\n');
    const notifying = files.filter(
      (file) =>
        /\.(?:ts|sql)$/.test(file) &&
        !/\.test(?:ing)?\.ts$/.test(file) &&
        NOTIFIES.test(withoutComments(readFileSync(file, 'utf8'))),
    );
    expect(notifying).toEqual([
      'server/platform/database/announcer.ts',
      'server/platform/database/migrations/0001_platform.sql',
    ]);
  });
});

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*(?:\/\/|--).*$/gm, '');
}
