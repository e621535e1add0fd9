import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { BankEntry, BankStatement } from '../../providers/bank/bankPort.ts';
import { findBankRefund } from './bankRefundStore.ts';
import {
  buildBankEntry,
  createTestBank,
  createTransferOrder,
  EURO,
  readOrderBalances,
  type TestBank,
} from './testBank.testing.ts';

const { database } = await openOwnDatabase(6);
const cents = (units: bigint) => createAmount(EURO, units);
let serial = 0;

/** Creates an order, and a collective credit of two payers, as one sum and as parts. The first part pays the order. */
async function createCollective({
  reference = `B${(serial += 1)}`,
  partsHaveReference = true,
  wholeHasReference = true,
  unitemized = 0,
} = {}) {
  const { order, reference: text } = await createTransferOrder(database);
  serial += 1;
  // Amounts that no other test uses, not even with a cent added.
  const rest = 20_000n + 10n * BigInt(serial);
  const units = 10_000n + rest;
  const batch = { reference: partsHaveReference ? reference : '', units };
  const silent = { counterparty: { name: '', account: '' }, unitemized };
  const whole = buildBankEntry({ amount: cents(units), reference: wholeHasReference ? reference : '', ...silent });
  const parts = [
    buildBankEntry({ amount: cents(10_000n), remittance: text, batch }),
    buildBankEntry({ amount: cents(rest), remittance: 'something else', batch }),
  ];
  return { order, whole, parts, units, ids: [whole, ...parts].map(({ entryId }) => entryId) };
}

/** Returns the status of these bookings, and whether a statement contains each, sorted by amount. */
async function listStatuses(ids: readonly string[]): Promise<string[]> {
  const rows = await database.many<{ what: string }>(sql`
    select status || case when stated_in is null then '' else ', stated' end as what from bank_entries
    where id = any(${ids}) order by units`);
  return rows.map(({ what }) => what);
}

let balance = 0n;
let day = 0;
/** Imports the next statement of the account. */
async function importStatement(bank: TestBank, entries: readonly BankEntry[]): Promise<void> {
  const net = entries.reduce(
    (sum, { direction, amount }) => sum + (direction === 'credit' ? amount.units : -amount.units),
    0n,
  );
  day += 1;
  const closedOn = `2026-11-21`;
  const statement: Partial<BankStatement> = {
    kind: 'statement',
    statementId: `S${day}`,
    balances: { opening: cents(balance), closing: cents(balance + net), closedOn, later: [], forecasts: [] },
    entries,
  };
  balance += net;
  await bank.deliver(statement);
  expect(bank.refused).toEqual([]);
}

const importNotification = (bank: TestBank, entries: readonly BankEntry[]) => bank.deliver({ entries });

describe('a collective credit that one file reports as a sum and another one by its parts', () => {
  const shapes = [
    { partsHaveReference: true, wholeHasReference: true },
    { partsHaveReference: false, wholeHasReference: true },
    { partsHaveReference: true, wholeHasReference: false },
    { partsHaveReference: false, wholeHasReference: false },
    { partsHaveReference: true, wholeHasReference: true, unitemized: 2 },
  ];

  test.each(shapes)('counts once when the parts come later: %j', async (shape) => {
    const bank = createTestBank(database);
    const before = (await readOrderBalances(database, null))['liability:unallocated'] ?? 0n;
    const { order, whole, parts, ids } = await createCollective(shape);
    await importStatement(bank, [whole]);
    expect(await listStatuses(ids)).toEqual(['unallocated, stated']);
    await importNotification(bank, parts);
    expect((await order()).status).toBe('paid');
    expect(await listStatuses(ids)).toEqual(['order, stated', 'unallocated, stated', 'itemised, stated']);
    const after = (await readOrderBalances(database, null))['liability:unallocated'] ?? 0n;
    expect(before - after).toBe(parts[1]?.amount.units);
  });

  test.each(shapes)('counts once when the parts come first: %j', async (shape) => {
    const bank = createTestBank(database);
    const { order, whole, parts, ids } = await createCollective(shape);
    await importNotification(bank, parts);
    expect((await order()).status).toBe('paid');
    await importStatement(bank, [whole]);
    expect(await listStatuses(ids)).toEqual(['order, stated', 'unallocated, stated']);
  });

  test('counts once when the sum and its parts are notified, and a statement repeats the sum', async () => {
    const bank = createTestBank(database);
    const { whole, parts, ids } = await createCollective();
    await importNotification(bank, [whole]);
    await importNotification(bank, parts);
    await importNotification(bank, parts);
    await importNotification(bank, [whole]);
    expect(await listStatuses(ids)).toEqual(['order', 'unallocated', 'itemised']);
    await importStatement(bank, [whole]);
    expect(await listStatuses(ids)).toEqual(['order, stated', 'unallocated, stated', 'itemised']);
  });

  test('counts once when it has one payer, in either order and when repeated', async () => {
    const bank = createTestBank(database);
    for (const wholeFirst of [true, false]) {
      const { order, reference: text } = await createTransferOrder(database);
      serial += 1;
      // Other tests also book a hundred euros, but not on this day.
      const fields = { amount: cents(10_000n), bookedOn: '2026-11-19', reference: `ONE${serial}` };
      const whole = buildBankEntry({ ...fields, entryId: `one-${serial}`, counterparty: { name: '', account: '' } });
      const part = buildBankEntry({ ...fields, entryId: `one-${serial}`, remittance: text });
      if (wholeFirst) await importStatement(bank, [whole]);
      await importNotification(bank, [part]);
      expect((await order()).status).toBe('paid');
      if (!wholeFirst) await importStatement(bank, [whole]);
      for (const again of [part, whole]) await importNotification(bank, [again]);
      const rows = await database.many<{ units: bigint }>(
        sql`select units from bank_entries where reference = ${fields.reference} and status <> 'itemised'`,
      );
      expect(rows).toHaveLength(1);
      expect((await order()).received.units).toBe(10_000n);
    }
  });

  test('settles the alert about the sum when the parts arrive', async () => {
    const bank = createTestBank(database);
    const { whole, parts } = await createCollective({ unitemized: 2 });
    await importStatement(bank, [whole]);
    const alert = () =>
      database.one<{ reason: string; settled: boolean }>(sql`
        select facts ->> 'reason' as reason, settled_at is not null as settled from operator_alerts
        where key = ${`bank:${whole.entryId}`}`);
    expect(await alert()).toEqual({ reason: 'not_itemized', settled: false });
    await importNotification(bank, parts);
    expect((await alert()).settled).toBe(true);
  });

  test('of several payments pays no order by the sum’s text', async () => {
    const bank = createTestBank(database);
    const { order, whole, parts } = await createCollective({ unitemized: 2 });
    await importStatement(bank, [{ ...whole, remittance: parts[0]?.remittance ?? '' }]);
    expect((await order()).received.units).toBe(0n);
  });

  test('does not count its parts when a person has already allocated the sum', async () => {
    const bank = createTestBank(database);
    const { order, whole, parts, ids } = await createCollective();
    await importStatement(bank, [whole]);
    await database.run(sql`update bank_entries set status = 'treasury' where id = ${whole.entryId}`);
    await importNotification(bank, parts);
    expect(await listStatuses(ids)).toEqual(['treasury, stated']);
    expect((await order()).received.units).toBe(0n);
    const [alert] = await database.many<{ reason: string }>(sql`
      select facts ->> 'reason' as reason from operator_alerts where key = ${`bank:${whole.entryId}:itemized_late`}`);
    expect(alert).toEqual({ reason: 'itemized_late' });
  });
});

describe('a booking that is not the sum of the parts', () => {
  test.each<[string, (whole: BankEntry) => Partial<BankEntry>]>([
    ['one under another reference', () => ({ reference: 'OTHER' })],
    ['one of another amount', ({ amount }) => ({ amount: cents(amount.units + 1n) })],
    ['a debit', () => ({ direction: 'debit' })],
    ['one of a payer, without a reference', () => ({ reference: '', counterparty: { name: 'Ada', account: 'NL91' } })],
    ['one of another day, without a reference', () => ({ reference: '', bookedOn: '2026-11-20' })],
  ])('is stored as well as the parts: %s', async (_name, changed) => {
    const bank = createTestBank(database);
    const { whole, parts, ids } = await createCollective();
    await importStatement(bank, [{ ...whole, ...changed(whole) }]);
    await importNotification(bank, parts);
    expect(await listStatuses(ids)).toHaveLength(3);
    expect(await listStatuses(ids)).not.toContain('itemised, stated');
  });
});

describe('a debit that is reported as one sum', () => {
  async function createSentRefunds() {
    const bank = createTestBank(database);
    const orders = [];
    for (let count = 0; count < 2; count += 1) {
      serial += 1;
      const { orderId, order, reference } = await createTransferOrder(database);
      await database.run(sql`update orders set status = 'expired', deadline_at = null where id = ${orderId}`);
      const amount = cents(10_000n + 10n * BigInt(serial));
      await bank.deliverBookings({ remittance: reference, amount });
      orders.push({ orderId, order, amount });
    }
    for (const { orderId } of orders) await bank.requestRefunds(orderId);
    await bank.runJobs();
    const file = bank.sent.at(-1)?.name.replace('.xml', '') ?? '';
    const ids = await database.many<{ id: string }>(sql`select id from refunds where batch_id = ${file}`);
    const units = orders.reduce((sum, { amount }) => sum + amount.units, 0n);
    const silent = { counterparty: { name: '', account: '' } };
    const debit = buildBankEntry({
      direction: 'debit',
      amount: cents(units),
      unitemized: 2,
      reference: `D${serial}`,
      ...silent,
    });
    return { bank, orders, ids: ids.map(({ id }) => id), debit };
  }
  const statuses = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await findBankRefund(database, id))?.status));

  test('settles the refunds of the file whose transfers add up to it', async () => {
    const { bank, orders, ids, debit } = await createSentRefunds();
    await importNotification(bank, [debit]);
    await bank.runJobs();
    expect(await statuses(ids)).toEqual(['settled', 'settled']);
    for (const { orderId, order } of orders) {
      expect((await order()).status).toBe('refunded');
      expect(await readOrderBalances(database, orderId)).toEqual({});
    }
    expect(await listStatuses([debit.entryId])).toEqual(['itemised']);
  });

  test.each<[string, (debit: BankEntry) => Partial<BankEntry>]>([
    ['of another sum', ({ amount }) => ({ amount: cents(amount.units + 1n) })],
    ['of another number of transfers', () => ({ unitemized: 3 })],
    ['that is taken back', () => ({ reversal: true })],
  ])('%s waits for a person', async (_what, changed) => {
    const { bank, ids, debit } = await createSentRefunds();
    await importNotification(bank, [{ ...debit, ...changed(debit) }]);
    await bank.runJobs();
    expect(await statuses(ids)).toEqual(['pending', 'pending']);
    expect(await listStatuses([debit.entryId])).toEqual(['unallocated']);
  });

  test('settles the remaining refunds when the bank rejected one of the file', async () => {
    const { bank, orders, ids, debit } = await createSentRefunds();
    const [id = '', other = ''] = ids;
    await database.run(sql`update refunds set status = 'failed', refused = 'AC04' where id = ${id}`);
    const units = (await findBankRefund(database, other))?.amount.units ?? 0n;
    expect(orders).toHaveLength(2);
    await importNotification(bank, [{ ...debit, amount: cents(units), unitemized: 1 }]);
    await bank.runJobs();
    expect(await statuses(ids)).toEqual(['failed', 'settled']);
  });
});

describe('an order’s reference', () => {
  test.each<[string, (text: string) => Partial<BankEntry>]>([
    ['in the end-to-end id', (text) => ({ endToEndId: text.replaceAll(' ', '') })],
    ['in the bank’s text', (text) => ({ furtherText: `SEPA-GUTSCHRIFT EREF+X SVWZ+${text} BIC X` })],
  ])('%s is found', async (_where, where) => {
    const { order, reference } = await createTransferOrder(database);
    await createTestBank(database).deliverBookings({ remittance: 'thank you', ...where(reference) });
    expect((await order()).status).toBe('paid');
  });

  test('in the payer’s text takes precedence over one in the bank’s text', async () => {
    const [mine, other] = [await createTransferOrder(database), await createTransferOrder(database)];
    await createTestBank(database).deliverBookings({ remittance: mine.reference, furtherText: other.reference });
    expect([(await mine.order()).status, (await other.order()).status]).toEqual(['paid', 'awaiting_payment']);
  });

  test('does not make a repeated booking count twice when it is in another field', async () => {
    const bank = createTestBank(database);
    const { order, reference } = await createTransferOrder(database);
    const payer = { counterparty: { name: '', account: '' } };
    await importNotification(bank, [buildBankEntry({ remittance: reference, ...payer })]);
    await importStatement(bank, [buildBankEntry({ remittance: '', furtherText: reference, ...payer })]);
    expect((await order()).received.units).toBe(10_000n);
  });

  test('in the bank’s text of a debit recalls no payment', async () => {
    const bank = createTestBank(database);
    const { order, reference } = await createTransferOrder(database);
    await bank.deliverBookings({ remittance: reference });
    await bank.deliverBookings({ direction: 'debit', amount: cents(5n), remittance: 'fee', furtherText: reference });
    expect((await order()).status).toBe('paid');
  });
});
