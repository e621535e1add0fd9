import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { createDutyWorld } from '../../notification/duty/dutyWorld.testing.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext } from '../../operator/persons/testPersons.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { findUnclearedDifferences } from '../differences/differenceStore.ts';
import { createMatchingBooks } from '../matchingBooks.testing.ts';

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
  await duty.assignDuty('anna', 'ben', 10_000);
  await duty.saveAddresses('anna', 'ben');
  books.there.wallet = 10n ** 12n;
  await books.reconcile();
  await setMissingSatoshi(5n);
});

/** Makes the wallet have this much less than the ledger, and compares them. */
async function setMissingSatoshi(satoshi: bigint): Promise<void> {
  books.there.wallet = 10n ** 12n - satoshi;
  await books.reconcile();
}

async function findOpenDifference() {
  const [one] = await findUnclearedDifferences(database);
  if (!one) throw new Error('nothing differs');
  return one;
}

async function snooze(hours: number): Promise<string> {
  const until = new Date((await database.now()).getTime() + hours * HOUR_MS).toISOString();
  return runCommand(createCommandContext('anna', { database, options: { until } }), 'wait-until', [
    String((await findOpenDifference()).id),
  ]);
}

const countMails = async () => (await duty.listEmails()).length;
const isHalted = async () => (await database.many(sql`select 1 from halts`)).length > 0;

test('a snoozed difference notifies nobody until the snooze ends; its halt stays in force', async () => {
  expect(await snooze(24)).toContain('it stays open, and what it halts stays halted');
  expect(await findOpenDifference()).toMatchObject({ state: 'open', waitsBy: 'anna', waitsWhy: 'a test' });
  await books.reconcile();
  await duty.round();
  await duty.advanceClock(23 * 3_600);
  await duty.round();
  expect([await countMails(), await isHalted()]).toEqual([0, true]);
  await duty.advanceClock(3_700);
  await duty.round();
  expect(await countMails()).toBe(1);
});

test('a snooze ends when the difference grows, and not when it shrinks', async () => {
  await snooze(24);
  await setMissingSatoshi(4n);
  await duty.round();
  expect([await countMails(), (await findOpenDifference()).waitsUntil === null]).toEqual([0, false]);
  await setMissingSatoshi(9n);
  await duty.round();
  await duty.advanceClock(60);
  await duty.round();
  expect([await countMails(), (await findOpenDifference()).waitsUntil]).toEqual([1, null]);
});

test('the end of a snooze must be in the future, within 7 days, and within 30 days after the difference was found', async () => {
  await expect(snooze(-1)).rejects.toThrow('This time has passed');
  await expect(snooze(7 * 24 + 1)).rejects.toThrow('at most 7 days');
  await database.run(
    sql`update reconciliation_differences set opened_at = opened_at - interval '25 days' where cleared_at is null`,
  );
  await expect(snooze(6 * 24)).rejects.toThrow('found 25 days ago and can be snoozed for at most 30 days');
  await snooze(4 * 24);
  await database.run(
    sql`update reconciliation_differences set opened_at = opened_at - interval '5 days' where cleared_at is null`,
  );
  await expect(snooze(1)).rejects.toThrow('at most 30 days');
});

test('a snooze reopens a settled alert, which notifies when the snooze ends', async () => {
  const { id } = await findOpenDifference();
  await database.run(
    sql`update operator_alerts set settled_at = now(), settled_by = 'ben' where key = ${`books_differ:${id}`}`,
  );
  await snooze(24);
  await books.reconcile();
  await duty.round();
  expect(await countMails()).toBe(0);
  await duty.advanceClock(24 * 3_600 + 60);
  await duty.round();
  expect(await countMails()).toBe(1);
});

test('a difference without a snooze notifies once over repeated comparisons, and again when it grows', async () => {
  await duty.advanceClock(60);
  for (let times = 0; times < 3; times++) {
    await books.reconcile();
    await duty.round();
  }
  expect(await countMails()).toBe(1);
  await setMissingSatoshi(7n);
  await duty.round();
  await duty.advanceClock(60);
  await duty.round();
  expect(await countMails()).toBe(2);
});
