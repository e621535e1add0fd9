import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { areSumsProven } from '../ledger/sumProofStore.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { findUnclearedDifferences } from './differences/differenceStore.ts';
import { createMatchingBooks } from './matchingBooks.testing.ts';
import { proveSumsWhenDue } from './proveSumsWhenDue.ts';

const { database, url } = await openOwnDatabase();
const context = { database, log: createLog('silent') };
const books = await createMatchingBooks(url, database);
await books.reconcile();
await books.addOrders(6);
await books.reconcile();
afterAll(() => books.close());

/** The entry that `ageEntry` makes too old to be compared individually: it is compared only within the balances. */
const AGED_ENTRY = 'O1:1:received';

beforeEach(async () => {
  await database.run(sql`delete from operator_alerts`);
  await books.run('select recompute_ledger_sums()');
});

const ageProof = (minutes: number) =>
  database.run(sql`update sum_proof set proven_at = clock_timestamp() - ${minutes}::integer * interval '1 minute'`);

const readProofTime = async () =>
  (await database.one<{ at: Date }>(sql`select proven_at as at from sum_proof`)).at.getTime();

const listAlerts = () =>
  database.many<{ facts: unknown }>(sql`select facts from operator_alerts where kind = 'sums_broken' order by id`);

/** Changes both sides of an entry, which still sums to zero, as the owner with triggers disabled. */
async function alterEntry(times: string, key = AGED_ENTRY): Promise<void> {
  await books.run('alter table ledger_postings disable trigger user');
  await books.run(
    `update ledger_postings set units = units ${times} where transaction_id = (select id from ledger_transactions where key = $1)`,
    [key],
  );
  await books.run('alter table ledger_postings enable trigger user');
  for (const fact of ['added', 'changed', 'gone'])
    await books.run(`alter table ledger_postings enable always trigger ledger_postings_${fact}`);
}

async function ageEntry(): Promise<void> {
  await books.run(`update ledger_transactions set at = at - interval '60 days' where key = $1`, [AGED_ENTRY]);
  await books.run(`update bank_entries set created_at = created_at - interval '60 days' where id = 'B1'`);
}

test('proves the sums once an hour while the books agree', async () => {
  const before = await readProofTime();
  await proveSumsWhenDue(context);
  expect(await readProofTime()).toBe(before);
  await ageProof(61);
  await proveSumsWhenDue(context);
  expect(await readProofTime()).toBeGreaterThan(before);
  expect(await listAlerts()).toEqual([]);
});

test('finds an altered old posting within an hour, halts, and lifts the halt once it is corrected', async () => {
  await ageEntry();
  await books.reconcile();
  expect(await findUnclearedDifferences(database)).toEqual([]);
  await alterEntry('* 2');
  await books.reconcile();
  // The stored sums do not show it.
  expect(await findUnclearedDifferences(database)).toEqual([]);

  await ageProof(61);
  await proveSumsWhenDue(context);
  const [fault] = await listAlerts();
  expect(fault?.facts).toMatchObject({ account: 'asset:bank', asset: 'iso4217:EUR' });
  expect(await listAlerts()).toHaveLength(2);
  await books.reconcile();
  expect(await findUnclearedDifferences(database)).toMatchObject([{ place: 'bank', state: 'open', rows: [] }]);
  expect(await database.many(sql`select scope from halts`)).toEqual([{ scope: 'refund_file:EUR' }]);

  await alterEntry('/ 2');
  await proveSumsWhenDue(context);
  expect(await areSumsProven(database)).toBe(true);
  await books.reconcile();
  expect(await findUnclearedDifferences(database)).toEqual([]);
  expect(await database.many(sql`select scope from halts`)).toEqual([]);
});

test('finds an altered recent posting in the next comparison', async () => {
  await alterEntry('* 2', 'O2:1:received');
  await books.reconcile();
  expect(await findUnclearedDifferences(database)).toMatchObject([
    { place: 'bank', state: 'open', rows: [{ id: 'B2' }] },
  ]);
  await proveSumsWhenDue(context);
  expect(await listAlerts()).toHaveLength(2);
  await books.reconcile();
  expect(await findUnclearedDifferences(database)).toMatchObject([
    { place: 'bank', rows: [{ id: 'B2' }], restUnits: 0n },
  ]);

  await alterEntry('/ 2', 'O2:1:received');
  await proveSumsWhenDue(context);
  await books.reconcile();
  expect(await findUnclearedDifferences(database)).toEqual([]);
});

test('keeps a halt although a stored balance was altered to agree', async () => {
  books.there.wallet -= 9n;
  await books.reconcile();
  expect(await findUnclearedDifferences(database)).toMatchObject([{ account: 'asset:wallet', state: 'open' }]);
  await database.run(sql`
    update ledger_balances set units = units - 90000000000 where account = 'asset:wallet'`);
  await proveSumsWhenDue(context);
  expect(await listAlerts()).toHaveLength(1);
  await books.reconcile();
  expect(await findUnclearedDifferences(database)).toMatchObject([{ account: 'asset:wallet', state: 'open' }]);

  books.there.wallet += 9n;
  await books.run('select recompute_ledger_sums()');
  await books.reconcile();
  expect(await findUnclearedDifferences(database)).toEqual([]);
});

test('alerts daily while a sum is broken, although a person settled the alert', async () => {
  await database.run(sql`update ledger_balances set units = units - 1 where account = 'asset:wallet'`);
  const proveAgain = async () => {
    await ageProof(61);
    await proveSumsWhenDue(context);
  };
  await proveAgain();
  await database.run(sql`update operator_alerts set settled_at = slipway_now(), settled_by = 'anna'`);
  await proveAgain();
  expect(await listAlerts()).toHaveLength(1);
  await database.run(sql`update clock set offset_seconds = offset_seconds + 86400`);
  await proveAgain();
  expect(await listAlerts()).toHaveLength(2);
});
