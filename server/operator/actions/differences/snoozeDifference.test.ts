import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedConfiguration } from '../../../configuration/changeConfiguration.ts';
import { createDutyWorld } from '../../../notification/duty/dutyWorld.testing.ts';
import { openOwnDatabase } from '../../../platform/database/ownDatabase.testing.ts';
import { findUnclearedDifferences } from '../../../reconciliation/differences/differenceStore.ts';
import { createMatchingBooks } from '../../../reconciliation/matchingBooks.testing.ts';
import { runCommand } from '../../commandLine/runCommand.ts';
import { createCommandContext } from '../../persons/testPersons.testing.ts';

const own = await openOwnDatabase();
const { database } = own;
const duty = createDutyWorld(database);
const HOUR_MS = 3_600_000;
let books: Awaited<ReturnType<typeof createMatchingBooks>>;

beforeAll(async () => {
  await seedConfiguration(database, []);
  books = await createMatchingBooks(own.url, database);
  await books.reconcile();
});
afterAll(() => books.close());

beforeEach(async () => {
  await duty.clear();
  await duty.onDuty('anna', 'ben', 10_000);
  await duty.reach('anna', 'ben');
  books.there.wallet = 10n ** 12n;
  await books.reconcile();
  await lose(5n);
});

/** Makes the wallet have this much less than the ledger, and compares them. */
async function lose(satoshi: bigint): Promise<void> {
  books.there.wallet = 10n ** 12n - satoshi;
  await books.reconcile();
}

async function difference() {
  const [one] = await findUnclearedDifferences(database);
  if (!one) throw new Error('nothing differs');
  return one;
}

async function wait(hours: number): Promise<string> {
  const until = new Date((await database.now()).getTime() + hours * HOUR_MS).toISOString();
  return runCommand(createCommandContext('anna', { database, options: { until } }), 'wait-until', [
    String((await difference()).id),
  ]);
}

const countMails = async () => (await duty.listEmails()).length;
const halted = async () => (await database.many(sql`select 1 from halts`)).length > 0;

test('a snoozed difference notifies no one until its time, then again; its halt stays in force', async () => {
  expect(await wait(24)).toContain('it stays open, and what it halts stays halted');
  expect(await difference()).toMatchObject({ state: 'open', waitsBy: 'anna', waitsWhy: 'a test' });
  await books.reconcile();
  await duty.round();
  await duty.advanceClock(23 * 3_600);
  await duty.round();
  expect([await countMails(), await halted()]).toEqual([0, true]);
  await duty.advanceClock(3_700);
  await duty.round();
  expect(await countMails()).toBe(1);
});

test('a snooze ends when the difference grows, and not when it shrinks', async () => {
  await wait(24);
  await lose(4n);
  await duty.round();
  expect([await countMails(), (await difference()).waitsUntil === null]).toEqual([0, false]);
  await lose(9n);
  await duty.round();
  await duty.advanceClock(60);
  await duty.round();
  expect([await countMails(), (await difference()).waitsUntil]).toEqual([1, null]);
});

test('a snooze ends in the future, within 7 days and within 30 days since the difference was found', async () => {
  await expect(wait(-1)).rejects.toThrow('This time has passed');
  await expect(wait(7 * 24 + 1)).rejects.toThrow('at most 7 days');
  await database.run(
    sql`update reconciliation_differences set opened_at = opened_at - interval '25 days' where cleared_at is null`,
  );
  await expect(wait(6 * 24)).rejects.toThrow('found 25 days ago and can be snoozed for at most 30 days');
  await wait(4 * 24);
  await database.run(
    sql`update reconciliation_differences set opened_at = opened_at - interval '5 days' where cleared_at is null`,
  );
  await expect(wait(1)).rejects.toThrow('at most 30 days');
});

test('a snooze opens a settled alert again, which notifies at its time', async () => {
  const { id } = await difference();
  await database.run(
    sql`update operator_alerts set settled_at = now(), settled_by = 'ben' where key = ${`books_differ:${id}`}`,
  );
  await wait(24);
  await books.reconcile();
  await duty.round();
  expect(await countMails()).toBe(0);
  await duty.advanceClock(24 * 3_600 + 60);
  await duty.round();
  expect(await countMails()).toBe(1);
});

test('a difference without a snooze notifies once, however often it is compared, and again when it grows', async () => {
  await duty.advanceClock(60);
  for (let times = 0; times < 3; times++) {
    await books.reconcile();
    await duty.round();
  }
  expect(await countMails()).toBe(1);
  await lose(7n);
  await duty.round();
  await duty.advanceClock(60);
  await duty.round();
  expect(await countMails()).toBe(2);
});
