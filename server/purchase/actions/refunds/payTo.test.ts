import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedConfiguration } from '../../../configuration/changeConfiguration.ts';
import { createCommandRunner, parseRequestNumber } from '../../../operator/commandLine/commandRunner.testing.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/database/testDatabase.ts';
import { testPersonalKeys } from '../../../platform/personal/testPersonalKeys.testing.ts';
import { noPayouts } from '../../order/silentStepContext.testing.ts';
import {
  createTestBank,
  createTransferOrder,
  EURO,
  findLargestRefundId,
  listRefundIds,
  readOrderBalances,
  type TestBank,
} from '../../refund/testBank.testing.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { maxConnections: 6, personalKeys: testPersonalKeys() });
  await seedConfiguration(database, []);
});

afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

const cents = (units: bigint) => createAmount(EURO, units);
const NEW_ACCOUNT = { name: 'Anna Weber', account: 'DE89 3704 0044 0532 0130 00' };
const PLAIN_ACCOUNT = 'DE89370400440532013000';

const run = (bank: TestBank, ...args: Parameters<ReturnType<typeof createCommandRunner>>) =>
  createCommandRunner({ ...bank.context, ...noPayouts })(...args);

/** Sets the payee of a refund: anna requests it, and ben approves. Returns the result. */
const payTo = async (bank: TestBank, id: string) =>
  run(bank, 'approve', [parseRequestNumber(await run(bank, 'pay-to', [id], 'anna', NEW_ACCOUNT))], 'ben');

/** Creates a refunding order whose refund was sent and returned. */
async function setUpReturnedRefund({
  paid = 10_000n,
  returned,
}: {
  readonly paid?: bigint;
  readonly returned?: bigint;
} = {}) {
  const order = await createTransferOrder(database);
  await database.run(sql`update orders set status = 'expired', deadline_at = null where id = ${order.orderId}`);
  const bank = createTestBank(database);
  await bank.deliverBookings({ remittance: order.reference, amount: cents(paid) });
  await bank.requestRefunds(order.orderId);
  await bank.runJobs();
  const id = await findLargestRefundId(database, order.orderId);
  await bank.deliverBookings({ direction: 'debit', endToEndId: id, amount: cents(paid) });
  await bank.deliverBookings({ endToEndId: id, reversal: true, returnReason: 'AC04', amount: cents(returned ?? paid) });
  return { ...order, bank, id };
}

describe('a returned refund', () => {
  test('is sent to another account, and ends the order', async () => {
    const { bank, id, order, orderId } = await setUpReturnedRefund();
    expect((await order()).status).toBe('on_hold');
    const output = await payTo(bank, id);
    await bank.runJobs();
    const [again = ''] = (await listRefundIds(database, orderId)).filter((other) => other !== id);
    expect(output).toContain(`refund ${again} goes to Anna Weber, ${PLAIN_ACCOUNT}`);
    expect(bank.sent.at(-1)?.text).toContain(PLAIN_ACCOUNT);
    await bank.deliverBookings({
      direction: 'debit',
      endToEndId: again,
      amount: cents(10_000n),
      counterparty: { name: '', account: PLAIN_ACCOUNT },
    });
    expect(await order()).toMatchObject({ status: 'refunded', refunded: { units: 10_000n } });
    expect(await readOrderBalances(database, orderId)).toEqual({});
    const [old] = await database.many(sql`select status, returned_units from refunds where id = ${id}`);
    expect(old).toEqual({ status: 'failed', returnedUnits: 10_000n });
  });

  test('is sent again only with the amount that came back, each time', async () => {
    const { bank, id, orderId } = await setUpReturnedRefund({ returned: 9_500n });
    await payTo(bank, id);
    await bank.runJobs();
    const second = (await listRefundIds(database, orderId)).find((other) => other !== id) ?? '';
    expect(bank.sent.at(-1)?.text).toContain('>95.00<');
    const counterparty = { name: '', account: PLAIN_ACCOUNT };
    await bank.deliverBookings({ direction: 'debit', endToEndId: second, amount: cents(9_500n), counterparty });
    await bank.deliverBookings({ endToEndId: second, reversal: true, amount: cents(9_000n), counterparty });
    await payTo(bank, id);
    await bank.runJobs();
    expect(bank.sent.at(-1)?.text).toContain('>90.00<');
  });

  test('is sent once, even if the order’s refund or the redirection is requested again', async () => {
    const { bank, id, orderId } = await setUpReturnedRefund();
    await payTo(bank, id);
    await bank.runJobs();
    await bank.requestRefunds(orderId);
    await bank.runJobs();
    await expect(payTo(bank, id)).rejects.toThrow('already refunds this money');
    expect(await listRefundIds(database, orderId)).toHaveLength(2);
    expect(bank.sent).toHaveLength(2);
  });

  test.each([100n, 900_000n])('of %s cents needs two people to be redirected', async (paid) => {
    const { bank, id } = await setUpReturnedRefund({ paid });
    const request = parseRequestNumber(await run(bank, 'pay-to', [id], 'anna', NEW_ACCOUNT));
    await bank.runJobs();
    expect(bank.sent).toHaveLength(1);
    await expect(run(bank, 'approve', [request], 'anna')).rejects.toThrow('your own');
    expect(await run(bank, 'approve', [request], 'ben')).toContain('goes to Anna Weber');
    await bank.runJobs();
    expect(bank.sent).toHaveLength(2);
  });
});

describe('a refund', () => {
  test('cannot be redirected by only one person before it is in a file', async () => {
    const { orderId, reference } = await createTransferOrder(database);
    const bank = createTestBank(database);
    await bank.deliverBookings({ remittance: reference, amount: cents(12_500n) });
    await bank.requestRefunds(orderId);
    const id = await findLargestRefundId(database, orderId);
    const request = parseRequestNumber(await run(bank, 'pay-to', [id], 'anna', NEW_ACCOUNT));
    await expect(run(bank, 'approve', [request], 'anna')).rejects.toThrow('your own');
    await bank.runJobs();
    expect(bank.sent[0]?.text).toContain('NL91ABNA0417164300');
    await expect(run(bank, 'approve', [request], 'ben')).rejects.toThrow('was already sent to the bank');
  });

  test('without an account is sent to the account that a person gives', async () => {
    const { orderId, reference } = await createTransferOrder(database);
    const bank = createTestBank(database);
    await bank.deliverBookings({
      remittance: reference,
      amount: cents(12_500n),
      counterparty: { name: 'ANNA WEBER', account: '' },
    });
    await bank.requestRefunds(orderId);
    const id = await findLargestRefundId(database, orderId);
    await bank.runJobs();
    expect(bank.sent).toEqual([]);
    await payTo(bank, id);
    await bank.runJobs();
    expect(bank.sent[0]?.text).toContain(PLAIN_ACCOUNT);
    await expect(payTo(bank, id)).rejects.toThrow('was already sent to the bank');
  });

  test('cannot be redirected if it does not exist', async () => {
    const bank = createTestBank(database);
    await expect(run(bank, 'pay-to', ['RFDNONE'], 'anna', NEW_ACCOUNT)).rejects.toThrow('there is no refund RFDNONE');
    await expect(run(bank, 'pay-to', ['RFDNONE'], 'anna', { name: 'Anna' })).rejects.toThrow('give --name');
  });
});
