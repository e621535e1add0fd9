import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { postEntry } from '../ledger/ledgerStore.ts';
import { move } from '../ledger/posting.ts';
import { insertSeal } from '../platform/audit/auditSealStore.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createEventApplier, storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { makeReports } from './makeReports.ts';

const { database } = await openOwnDatabase();
const { catalog } = seededSettings();
const CLEAR = { risk: 'clear', identity: 'accepted' } as const;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-reports-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  for (const table of ['daily_reports', 'mail_outbox']) await database.pool.query(`delete from ${table}`);
});

const makeTestReports = (into: string | undefined = folder) =>
  makeReports({
    database,
    catalog,
    operatorName: 'Example',
    reportChannels: { recipients: ['books@example.com'], folder: into, forGroup: false },
  });

/** Sets the database clock; each test uses days that no other test uses. */
async function setClock(to: string): Promise<void> {
  await database.run(sql`
    update clock set offset_seconds = extract(epoch from ${to}::timestamptz - clock_timestamp())::bigint`);
}

const listReports = () =>
  database.many<{ day: string }>(sql`select day::text, filed_at is not null as filed from daily_reports order by day`);
const listMails = () => database.many<{ body: string }>(sql`select id, body from mail_outbox order by id`);

test('makes the report of a day once, with the events of that day only', async () => {
  await setClock('2027-03-09T12:00:00Z');
  const before = await storeOrder(database);
  await setClock('2027-03-10T12:00:00Z');
  const { id, orderNo } = await storeOrder(database);
  const apply = createEventApplier(database, id);
  await apply('payment_submitted', { attemptId: 'att' });
  const payment = { attemptId: 'att', paymentId: 'pi_1', units: 10_000n };
  await apply('payment_authorized', { ...payment, captureBefore: null, assessment: CLEAR });
  await apply('payment_captured', { ...payment, acquirerFeeUnits: 175n });
  await apply('conversion_filled', { fill: null });
  await apply('payout_submitted', { payoutId: 'pay_1', transactionId: 'tx' });
  await apply('payout_confirmed', { payoutId: 'pay_1', transactionId: 'tx', networkFee: null });
  // Removed from its block and delivered again: counts as one delivery.
  await apply('payout_reorged', { payoutId: 'pay_1' });
  await apply('payout_confirmed', { payoutId: 'pay_1', transactionId: 'tx', networkFee: null });
  await database.transaction((transaction) =>
    postEntry(
      transaction,
      {
        kind: 'test',
        key: 'odd',
        postings: move(createAmount({ ...fiatAsset('EUR'), decimals: 3 }, 1n), 'equity', 'expense:venue'),
      },
      null,
      new Date('2027-03-10T23:59:59Z'),
    ),
  );
  await setClock('2027-03-11T00:14:00Z');
  await makeTestReports();
  expect(await listReports()).toEqual([{ day: '2027-03-09', filed: true }]);
  const sealed = { lineId: 7, lineHash: Buffer.alloc(32, 1), personsHead: 'a'.repeat(64), seal: Buffer.alloc(32, 2) };
  await database.transaction((transaction) => insertSeal(transaction, sealed));
  await setClock('2027-03-11T00:16:00Z');
  await Promise.all([makeTestReports(), makeTestReports(), makeTestReports()]);
  expect((await listReports()).at(-1)).toEqual({ day: '2027-03-10', filed: true });
  expect(await listMails()).toHaveLength(2);

  const csv = await readFile(join(folder, 'slipway-2027-03-10.csv'), 'utf8');
  expect((await stat(join(folder, 'slipway-2027-03-10.csv'))).mode & 0o777).toBe(0o600);
  const lines = csv.split('\r\n').map((line) => line.replace('2027-03-10,', ''));
  expect(lines).toContain('"Orders created that day, by current status",delivered,1,,');
  expect(lines).toContain('"Volume delivered, as paid",delivered,1,100.00,EUR');
  expect(lines).toContain('"Volume delivered, as received",delivered,1,0.00155735,BTC');
  expect(lines).toContain('Fees earned,income:processing,3,4.20,EUR');
  expect(lines).toContain('Costs,expense:acquirer,1,1.75,EUR');
  expect(lines).toContain('Costs,expense:venue,1,0.001,EUR');
  expect(lines).toContain(`"Balances by account at the end of the day, by the ledger",asset:acquirer,,98.25,EUR`);
  expect(lines.filter((line) => line.includes(before.orderNo))).toHaveLength(1);
  expect(csv).not.toContain(orderNo);
  const text = await readFile(join(folder, 'slipway-2027-03-10.txt'), 'utf8');
  expect(text).toContain('Example: daily report for 2027-03-10 (UTC)');
  expect(text).toContain(`line 7, hash ${'01'.repeat(32)}`);
  expect((await listMails()).map(({ body }) => body)).toContain(text);
});

test('makes the reports of days on which nothing ran', async () => {
  await setClock('2027-04-02T12:00:00Z');
  await makeTestReports();
  await setClock('2027-04-05T12:00:00Z');
  await makeTestReports();
  await makeTestReports();
  expect((await listReports()).map(({ day }) => day)).toEqual(['2027-04-01', '2027-04-02', '2027-04-03', '2027-04-04']);
  expect(await listMails()).toHaveLength(4);
});

test('files the report in the next round if the folder cannot be written, without a second email', async () => {
  await setClock('2027-05-02T12:00:00Z');
  const file = join(folder, 'in-the-way');
  await writeFile(file, '');
  await expect(makeTestReports(file)).rejects.toThrow();
  expect(await listReports()).toEqual([{ day: '2027-05-01', filed: false }]);
  await makeTestReports();
  expect(await listReports()).toEqual([{ day: '2027-05-01', filed: true }]);
  expect(await listMails()).toHaveLength(1);
});

test('makes no report without a channel', async () => {
  await makeReports({
    database,
    catalog,
    operatorName: 'Example',
    reportChannels: { recipients: [], folder: undefined, forGroup: false },
  });
  expect(await listReports()).toEqual([]);
});
