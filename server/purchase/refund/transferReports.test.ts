import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { afterEach, expect, test } from 'vitest';
import { buildRefundFileHaltScope, setHalts } from '../../ledger/haltStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { type ReportContent, renderReport } from '../../providers/bank/iso20022/painReport.testing.ts';
import { findBankRefund } from './bankRefundStore.ts';
import { redirectRefund } from './redirectRefund.ts';
import {
  buildBankEntry,
  createTestBank,
  createTransferOrder,
  EURO,
  PAYER_ACCOUNT,
  type TestBank,
} from './testBank.testing.ts';

const { database } = await openOwnDatabase(6);
const cents = (units: bigint) => createAmount(EURO, units);

afterEach(async () => {
  // Refunds that a test leaves unsent would be sent by the next one.
  await database.run(sql`update transfer_batches set sent_at = slipway_now() where sent_at is null`);
  await database.run(sql`update refunds set status = 'failed' where status = 'requested'`);
  await database.transaction((transaction) => setHalts(transaction, 'difference:1', []));
});

/** Creates orders in `refunding` whose refunds were sent in one file. */
async function createSentRefunds(count = 1) {
  const bank = createTestBank(database);
  const orders = [];
  for (let index = 0; index < count; index += 1) {
    const { orderId, order, reference } = await createTransferOrder(database);
    await database.run(sql`update orders set status = 'expired', deadline_at = null where id = ${orderId}`);
    await bank.deliverBookings({ remittance: reference, amount: cents(10_000n) });
    orders.push({ orderId, order });
  }
  for (const { orderId } of orders) await bank.requestRefunds(orderId);
  await bank.runJobs();
  const file = bank.sent.at(-1)?.name.replace('.xml', '') ?? '';
  const rows = await database.many<{ id: string }>(
    sql`select id from refunds where batch_id = ${file} order by order_id`,
  );
  return { bank, file, block: `${file}-1`, ids: rows.map(({ id }) => id), orders };
}

async function readStatuses(ids: readonly string[]): Promise<(string | undefined)[]> {
  const refunds = await Promise.all(ids.map((id) => findBankRefund(database, id)));
  return refunds.map((refund) => refund?.refused ?? refund?.status);
}

async function listAlerts(kind: string): Promise<Record<string, unknown>[]> {
  const rows = await database.many<{ facts: Record<string, unknown> }>(
    sql`select facts from operator_alerts where kind = ${kind} order by id`,
  );
  return rows.map(({ facts }) => facts);
}

const deliverReport = (bank: TestBank, report: ReportContent) => bank.deliverFile(renderReport(report));
const createDebit = (id = '') => ({ direction: 'debit' as const, endToEndId: id, amount: cents(10_000n) });

test('owes a refused transfer again, does not resend it automatically, and lets a person redirect it', async () => {
  const { bank, file, block, ids, orders } = await createSentRefunds(2);
  const [id = '', other = ''] = ids;
  const transfers = [{ id, status: 'RJCT', code: 'AC04', bankText: 'Account closed' }];
  await deliverReport(bank, { batchId: file, file: { status: 'PART' }, blocks: [{ blockId: block, transfers }] });
  expect(await readStatuses(ids)).toEqual(['AC04: Account closed', 'pending']);
  expect((await orders[0]?.order())?.status).toBe('on_hold');
  expect((await listAlerts('refund_failed')).at(-1)).toMatchObject({
    refund: id,
    reason: 'AC04',
    bankText: 'Account closed',
    report: 'PSR-1',
  });
  await bank.runJobs();
  expect(bank.sent.filter(({ text }) => text.includes(PAYER_ACCOUNT))).toHaveLength(1);
  await database.transaction((transaction) =>
    redirectRefund(transaction, id, { name: 'Anna', account: PAYER_ACCOUNT }),
  );
  await bank.deliverBookings(createDebit(other));
  await bank.runJobs();
  expect(bank.sent).toHaveLength(2);
  expect((await orders[1]?.order())?.status).toBe('refunded');
});

test.each<[string, (about: { block: string; id: string }) => Omit<ReportContent, 'batchId'>]>([
  ['the file', () => ({ file: { status: 'RJCT', code: 'FF01' } })],
  [
    'its block',
    ({ block }) => ({ file: { status: 'PART' }, blocks: [{ blockId: block, status: 'RJCT', code: 'FF01' }] }),
  ],
  [
    'the file, and names its transfers with only the reason',
    ({ block, id }) => ({ file: { status: 'RJCT' }, blocks: [{ blockId: block, transfers: [{ id, code: 'FF01' }] }] }),
  ],
])('marks a transfer as rejected when the report rejects %s', async (_what, about) => {
  const { bank, file, block, ids } = await createSentRefunds();
  await deliverReport(bank, { batchId: file, ...about({ block, id: ids[0] ?? '' }) });
  expect(await readStatuses(ids)).toEqual(['FF01']);
});

test.each(['RCVD', 'ACTC', 'ACCP', 'ACSP', 'ACWC', 'PDNG', 'ACSC', 'PART', 'RVNA', 'CANC', 'rjct', ''])(
  'changes nothing for a status of %j',
  async (status) => {
    const { bank, file, block, ids } = await createSentRefunds();
    const transfers = [{ id: ids[0] ?? '', status }];
    await deliverReport(bank, { batchId: file, file: { status }, blocks: [{ blockId: block, status, transfers }] });
    expect([await readStatuses(ids), bank.refused, bank.listUnprocessedFiles()]).toEqual([['pending'], [], []]);
  },
);

test('counts a repeated report once', async () => {
  const { bank, file, ids, orders } = await createSentRefunds();
  const report = { batchId: file, file: { status: 'RJCT', code: 'AC04' } };
  for (const reportId of ['A', 'A', 'B']) await deliverReport(bank, { ...report, reportId });
  expect(await readStatuses(ids)).toEqual(['AC04']);
  const events = await database.many(
    sql`select 1 from order_events where order_id = ${orders[0]?.orderId ?? 0} and kind = 'refund_failed'`,
  );
  expect(events).toHaveLength(1);
  expect((await listAlerts('transfer_report')).filter((facts) => facts['file'] === file)).toEqual([]);
});

test('keeps a booked transfer settled, even if it is not matched yet', async () => {
  const { bank, file, block, ids, orders } = await createSentRefunds();
  const [id = ''] = ids;
  await bank.deliverBookings(createDebit(id));
  await deliverReport(bank, { batchId: file, blocks: [{ blockId: block, transfers: [{ id, status: 'RJCT' }] }] });
  expect(await readStatuses(ids)).toEqual(['settled']);
  expect((await orders[0]?.order())?.status).toBe('refunded');
  expect((await listAlerts('transfer_report')).at(-1)).toMatchObject({ transfers: { [id]: 'transfer_was_booked' } });

  const next = await createSentRefunds();
  await next.bank.deliverFile(renderReport({ batchId: next.file, file: { status: 'RJCT' } }), [
    { entries: [buildBankEntry(createDebit(next.ids[0]))] },
  ]);
  expect(await readStatuses(next.ids)).toEqual(['settled']);
});

test('does not reject a file as a whole when a part of it was booked', async () => {
  const { bank, file, ids } = await createSentRefunds(2);
  const [id = '', other = ''] = ids;
  await bank.deliverBookings(createDebit(id));
  await deliverReport(bank, { batchId: file, file: { status: 'RJCT' } });
  expect(await readStatuses(ids)).toEqual(['settled', 'pending']);
  const transfers = { [id]: 'file_was_booked', [other]: 'file_was_booked' };
  expect((await listAlerts('transfer_report')).at(-1)).toMatchObject({ transfers });
});

test('prevents a second transfer when a booking arrives after the report', async () => {
  const { bank, file, ids } = await createSentRefunds();
  const [id = ''] = ids;
  await deliverReport(bank, { batchId: file, file: { status: 'RJCT' } });
  await bank.deliverBookings(createDebit(id));
  expect((await listAlerts('bank_entry')).at(-1)).toMatchObject({ reason: 'refund_settled_before' });
  const again = await database.transaction((transaction) =>
    redirectRefund(transaction, id, { name: 'Anna', account: PAYER_ACCOUNT }),
  );
  expect(again).toMatchObject({ kind: 'refused', why: expect.stringContaining('has already left') });
  await bank.runJobs();
  expect(bank.sent).toHaveLength(1);
});

test('leaves a transfer with contradicting statuses to a person', async () => {
  const { bank, file, block, ids } = await createSentRefunds();
  const [id = ''] = ids;
  const transfers = [{ id, status: 'ACSP' }];
  await deliverReport(bank, { batchId: file, file: { status: 'RJCT' }, blocks: [{ blockId: block, transfers }] });
  expect(await readStatuses(ids)).toEqual(['pending']);
  expect((await listAlerts('transfer_report')).at(-1)).toMatchObject({ transfers: { [id]: 'contradicted' } });
});

test('postpones a report until its file is marked as sent, so that no refused file is sent', async () => {
  const { bank, file, ids } = await createSentRefunds();
  await database.run(sql`update transfer_batches set sent_at = null where id = ${file}`);
  const report = { batchId: file, file: { status: 'RJCT', code: 'AC04' } };
  await deliverReport(bank, report);
  expect(await readStatuses(ids)).toEqual(['pending']);
  expect(bank.listUnprocessedFiles()).toHaveLength(1);
  await bank.runJobs();
  expect(await readStatuses(ids)).toEqual(['AC04']);
  expect(bank.listUnprocessedFiles()).toEqual([]);
});

test('refuses a report on a file that a halt withholds', async () => {
  const { bank, file, ids } = await createSentRefunds();
  await database.run(sql`update transfer_batches set sent_at = null where id = ${file}`);
  await database.transaction((transaction) => setHalts(transaction, 'difference:1', [buildRefundFileHaltScope('EUR')]));
  await deliverReport(bank, { batchId: file, file: { status: 'RJCT' } });
  expect(await readStatuses(ids)).toEqual(['pending']);
  expect(bank.refused).toEqual([expect.stringContaining('not_handed_over: ')]);
});

test.each<[string, (mine: { file: string; block: string; id: string }, other: { id: string }) => ReportContent]>([
  ['a file of another system', () => ({ batchId: 'ERP-77', file: { status: 'RJCT' } })],
  ['direct debits', ({ file }) => ({ batchId: file, about: 'pain.008.001.08', file: { status: 'RJCT' } })],
  [
    'a block that is not in the file',
    ({ file }) => ({ batchId: file, blocks: [{ blockId: `${file}-9`, status: 'RJCT' }] }),
  ],
  [
    'a transfer of another file',
    ({ file, block }, other) => ({
      batchId: file,
      blocks: [{ blockId: block, transfers: [{ id: other.id, status: 'RJCT' }] }],
    }),
  ],
  [
    'a transfer with two ids',
    ({ file, block, id }) => ({
      batchId: file,
      blocks: [{ blockId: block, transfers: [{ id, instructionId: 'ELSE', status: 'RJCT' }] }],
    }),
  ],
])('refuses a report about %s as a whole, and raises an alert', async (_what, about) => {
  const [mine, other] = [await createSentRefunds(), await createSentRefunds()];
  const [id = ''] = mine.ids;
  const report = about({ file: mine.file, block: mine.block, id }, { id: other.ids[0] ?? '' });
  await deliverReport(mine.bank, report);
  expect(await readStatuses([...mine.ids, ...other.ids])).toEqual(['pending', 'pending']);
  expect(mine.bank.refused).toEqual([expect.stringContaining('unknown_transfers: ')]);
  expect((await listAlerts('bank_statement')).at(-1)).toMatchObject({ reason: 'unknown_transfers' });
});

test('ignores a report about another system’s file if the report rejects nothing', async () => {
  const bank = createTestBank(database);
  await deliverReport(bank, { batchId: 'ERP-77', file: { status: 'ACCP' } });
  expect([bank.refused, bank.listUnprocessedFiles()]).toEqual([[], []]);
});

test('finds a transfer when the bank names no block', async () => {
  const { bank, file, ids } = await createSentRefunds();
  const transfers = [{ id: ids[0] ?? '', status: 'RJCT', code: 'AC04' }];
  await deliverReport(bank, { batchId: file, blocks: [{ blockId: 'NOTPROVIDED', transfers }] });
  expect(await readStatuses(ids)).toEqual(['AC04']);
});

test('refuses a report on an erased file', async () => {
  const { bank, file, ids } = await createSentRefunds();
  await database.run(sql`update transfer_batches set sealed = null where id = ${file}`);
  await deliverReport(bank, { batchId: file, file: { status: 'RJCT' } });
  expect(await readStatuses(ids)).toEqual(['pending']);
  expect(bank.refused).toEqual([expect.stringContaining('unknown_transfers: ')]);
});

test('refuses a report of an unsupported version, and names the version', async () => {
  const { bank, file } = await createSentRefunds();
  await deliverReport(bank, { version: '02', batchId: file, file: { status: 'RJCT' } });
  expect(bank.refused).toEqual(['unsupported_version: version 02']);
});
