import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { BankEntry } from '../../providers/bank/bankPort.ts';
import { createEventApplier } from '../order/storedOrder.testing.ts';
import {
  createTestBank,
  createTransferOrder,
  EURO,
  findLargestRefundId,
  listRefundIds,
  PAYER_ACCOUNT,
  readOrderBalances,
} from './testBank.testing.ts';

const { database } = await openOwnDatabase(6);

const cents = (units: bigint) => createAmount(EURO, units);

/** Creates an order that was overpaid by 25.00 and whose refund was sent. `refundDebit`: the booking of the refund. */
async function createOverpaidOrder() {
  const order = await createTransferOrder(database);
  const bank = createTestBank(database);
  await bank.deliverBookings({ remittance: order.reference, amount: cents(12_500n) });
  await bank.requestRefunds(order.orderId);
  await bank.runJobs();
  const id = await findLargestRefundId(database, order.orderId);
  const refundDebit = { direction: 'debit' as const, endToEndId: id, reference: `L-${id}`, amount: cents(2_500n) };
  return { ...order, bank, id, refundDebit };
}

async function refundStatus(id: string): Promise<string | undefined> {
  const row = await database.maybeOne<{ status: string }>(sql`select status from refunds where id = ${id}`);
  return row?.status;
}

/** Returns the alert reasons of bookings with an end-to-end id. */
async function listAlertReasons(endToEndId: string): Promise<string[]> {
  const rows = await database.many<{ reason: string }>(sql`
    select facts ->> 'reason' as reason from operator_alerts
    where kind = 'bank_entry' and facts ->> 'endToEndId' = ${endToEndId} order by id`);
  return rows.map(({ reason }) => reason);
}

describe('a credit with the id of a refund', () => {
  test('is not a return: the refund stays settled and is not repeated', async () => {
    const { bank, id, refundDebit, orderId, order, reference } = await createOverpaidOrder();
    await bank.deliverBookings(refundDebit);
    await bank.deliverBookings({ endToEndId: id, amount: cents(1n) });
    await bank.deliverBookings({ remittance: reference, amount: cents(1n) });
    await bank.requestRefunds(orderId);
    await bank.runJobs();
    expect(await refundStatus(id)).toBe('settled');
    expect(await order()).toMatchObject({ refunded: { units: 2_500n }, surplus: { units: 2_501n } });
    const [again = '', ...more] = (await listRefundIds(database, orderId)).filter((other) => other !== id);
    expect(more).toEqual([]);
    expect(bank.sent.at(-1)?.text).toContain(again);
    expect(bank.sent.at(-1)?.text).toContain('>0.01<');
    expect(await listAlertReasons(id)).toEqual(['contains_refund_id']);
  });

  test('pays the order of its reference, and raises an alert', async () => {
    const { bank, id, refundDebit } = await createOverpaidOrder();
    await bank.deliverBookings(refundDebit);
    const other = await createTransferOrder(database);
    await bank.deliverBookings({ endToEndId: id, remittance: other.reference });
    expect(await other.order()).toMatchObject({ status: 'paid', received: { units: 10_000n } });
    expect(await refundStatus(id)).toBe('settled');
    expect(await listAlertReasons(id)).toEqual(['contains_refund_id']);
  });

  test('does not fail a refund that is pending', async () => {
    const { bank, id, refundDebit } = await createOverpaidOrder();
    await bank.deliverBookings({ endToEndId: id, amount: cents(2_500n) });
    expect(await refundStatus(id)).toBe('pending');
    await bank.deliverBookings(refundDebit);
    expect(await refundStatus(id)).toBe('settled');
  });
});

describe('a return that the bank reports', () => {
  const buildReturn = (id: string, overrides: Partial<BankEntry> = {}): Partial<BankEntry> => ({
    endToEndId: id,
    reversal: true,
    returnReason: 'AC04',
    amount: cents(2_500n),
    ...overrides,
  });

  test('reverses the booked refund, less the other bank’s fee', async () => {
    const { bank, id, refundDebit, orderId, order } = await createOverpaidOrder();
    await bank.deliverBookings(refundDebit);
    await bank.deliverBookings(buildReturn(id, { amount: cents(2_400n) }));
    expect(await refundStatus(id)).toBe('failed');
    expect(await order()).toMatchObject({ refunded: { units: 100n }, surplusReturned: { units: 100n } });
    expect(await readOrderBalances(database, orderId)).toEqual({
      'asset:bank': 12_400n,
      'liability:buyer': -10_000n,
      'liability:refund': -2_400n,
    });
    await bank.requestRefunds(orderId);
    await bank.runJobs();
    expect(bank.sent).toHaveLength(2);
    expect(bank.sent.at(-1)?.text).toContain('>24.00<');
  });

  test('of a given-up order’s refund is refunded again as far as the money came back', async () => {
    const order = await createTransferOrder(database);
    const bank = createTestBank(database);
    await bank.deliverBookings({ remittance: order.reference });
    const apply = createEventApplier(database, order.orderId);
    await apply('conversion_failed', { reason: 'market_closed' });
    await bank.requestRefunds(order.orderId);
    await bank.runJobs();
    const id = await findLargestRefundId(database, order.orderId);
    await bank.deliverBookings({ direction: 'debit', endToEndId: id, reference: `L-${id}`, amount: cents(10_000n) });
    await bank.deliverBookings(buildReturn(id, { amount: cents(9_900n) }));
    expect(await order.order()).toMatchObject({ status: 'on_hold', refunded: { units: 100n } });
    await apply('hold_refused', {});
    await bank.requestRefunds(order.orderId);
    await bank.runJobs();
    expect(bank.sent.at(-1)?.text).toContain('>99.00<');
  });

  test('in two parts reverses at most what was sent', async () => {
    const { bank, id, refundDebit, order } = await createOverpaidOrder();
    await bank.deliverBookings(refundDebit);
    await bank.deliverBookings(buildReturn(id, { amount: cents(1_000n) }));
    await bank.deliverBookings(buildReturn(id, { amount: cents(1_500n) }));
    expect(await order()).toMatchObject({ surplusReturned: { units: 0n } });
    await bank.deliverBookings(buildReturn(id, { amount: cents(1n) }));
    expect(await order()).toMatchObject({ surplusReturned: { units: 0n } });
    expect(await listAlertReasons(id)).toEqual(['return_too_large']);
  });

  test('is matched by the bank’s reference when the id is missing', async () => {
    const { bank, id, refundDebit } = await createOverpaidOrder();
    await bank.deliverBookings(refundDebit);
    await bank.deliverBookings(buildReturn('', { reference: refundDebit.reference }));
    expect(await refundStatus(id)).toBe('failed');
  });

  test('is not matched by a reference that several refunds have', async () => {
    const first = await createOverpaidOrder();
    const second = await createOverpaidOrder();
    const reference = `L-${first.id}`;
    for (const { bank, refundDebit } of [first, second]) await bank.deliverBookings({ ...refundDebit, reference });
    const endToEndId = `another ${first.id}`;
    await first.bank.deliverBookings(buildReturn(endToEndId, { reference }));
    expect(await Promise.all([refundStatus(first.id), refundStatus(second.id)])).toEqual(['settled', 'settled']);
    expect(await listAlertReasons(endToEndId)).toEqual(['return_ambiguous']);
  });

  test('is matched if the bank writes the account as a national number', async () => {
    const { bank, id, refundDebit } = await createOverpaidOrder();
    await bank.deliverBookings(refundDebit);
    await database.run(sql`update bank_entries set account = right(account, 10) where refund_id = ${id}`);
    await bank.deliverBookings(buildReturn(id));
    expect(await refundStatus(id)).toBe('failed');
  });

  test('waits for the booking that it returns when the files arrive in the wrong order', async () => {
    const { bank, id, refundDebit } = await createOverpaidOrder();
    await bank.deliverBookings(buildReturn(id));
    expect(await refundStatus(id)).toBe('pending');
    await bank.deliverBookings(refundDebit);
    await bank.runJobs();
    expect(await refundStatus(id)).toBe('failed');
  });

  test.each<[string, Partial<BankEntry>, string]>([
    ['more than was sent', { amount: cents(2_501n) }, 'return_too_large'],
    ['another currency', { amount: createAmount(fiatAsset('CHF'), 2_500n) }, 'return_to_other_account'],
  ])('of %s is not matched', async (_what, overrides, reason) => {
    const { bank, id, refundDebit } = await createOverpaidOrder();
    await bank.deliverBookings(refundDebit);
    await bank.deliverBookings(buildReturn(id, overrides));
    expect(await refundStatus(id)).toBe('settled');
    expect(await listAlertReasons(id)).toEqual([reason]);
  });

  test('that matches no refund pays no order', async () => {
    const { reference, order } = await createTransferOrder(database);
    const bank = createTestBank(database);
    await bank.deliverBookings({
      reversal: true,
      returnReason: 'AC01',
      remittance: reference,
      endToEndId: `own ${reference}`,
    });
    expect((await order()).received.units).toBe(0n);
    expect(await listAlertReasons(`own ${reference}`)).toEqual(['returned']);
  });
});

describe('a debit with the id of a refund', () => {
  test.each<[string, Partial<BankEntry>]>([
    ['another amount', { amount: cents(2_499n) }],
    ['another creditor', { counterparty: { name: 'MALLORY', account: 'DE89370400440532013000' } }],
    ['another currency', { amount: createAmount(fiatAsset('CHF'), 2_500n) }],
    ['the mark of a reversal', { reversal: true }],
  ])('with %s settles nothing', async (_what, overrides) => {
    const { bank, id, refundDebit } = await createOverpaidOrder();
    await bank.deliverBookings({ ...refundDebit, ...overrides });
    expect(await refundStatus(id)).toBe('pending');
    expect(await listAlertReasons(id)).toEqual(['debit_differs']);
  });

  test.each([
    ['does not report the creditor', ''],
    ['reports a national account number', PAYER_ACCOUNT.slice(8)],
  ])('settles it when the bank %s', async (_what, account) => {
    const { bank, id, refundDebit } = await createOverpaidOrder();
    await bank.deliverBookings({ ...refundDebit, counterparty: { name: '', account } });
    expect(await refundStatus(id)).toBe('settled');
  });

  test('settles it once', async () => {
    const { bank, id, refundDebit, order } = await createOverpaidOrder();
    await bank.deliverBookings(refundDebit);
    await bank.deliverBookings({ ...refundDebit, reference: 'another' });
    expect(await order()).toMatchObject({ refunded: { units: 2_500n } });
    expect(await listAlertReasons(id)).toEqual(['refund_settled_before']);
  });

  test('settles nothing before the refund was sent', async () => {
    const { orderId, reference } = await createTransferOrder(database);
    const bank = createTestBank(database);
    await bank.deliverBookings({ remittance: reference, amount: cents(12_500n) });
    await bank.requestRefunds(orderId);
    const id = await findLargestRefundId(database, orderId);
    await database.run(sql`update refunds set has_creditor = false where id = ${id}`);
    await bank.deliverBookings({ direction: 'debit', endToEndId: id, amount: cents(2_500n) });
    expect(await refundStatus(id)).toBe('requested');
    expect(await listAlertReasons(id)).toEqual(['refund_not_sent']);
  });
});

test('refunds to the account that paid', async () => {
  const { bank } = await createOverpaidOrder();
  expect(bank.sent[0]?.text).toContain(PAYER_ACCOUNT);
});
