import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { findRequest } from '../action/requests/requestStore.ts';
import { seedConfiguration } from '../configuration/changeConfiguration.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import {
  captured,
  clear,
  createAuthorizedFacts,
  happyPath,
  payment,
} from '../purchase/order/orderMachineHarness.testing.ts';
import { findOrderById } from '../purchase/order/orderStore.ts';
import { noMails, noPayouts, silentStepContext } from '../purchase/order/silentStepContext.testing.ts';
import { runStep } from '../purchase/order/stepRunner/runStep.ts';
import { createEventApplier, storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { findEntriesWhere } from '../purchase/payment/bankEntryStore.ts';
import { advanceRefund, insertRefund } from '../purchase/refund/refundStore.ts';
import { refundPayment } from '../purchase/refund/steps/refundPayment.ts';
import {
  createTestBank,
  createTransferOrder,
  EURO,
  PAYER_ACCOUNT,
  readOrderBalances,
  type TestBank,
} from '../purchase/refund/testBank.testing.ts';
import { createCommandRunner, parseRequestNumber } from './commandLine/commandRunner.testing.ts';
import { approveAs, requestAs, testRootKeys } from './persons/testPersons.testing.ts';
import { executeOperatorRequests } from './requests/executeOperatorRequests.ts';
import { expectDoneAfterAnyCrash } from './requests/interruptedRequest.testing.ts';

const { database } = await openOwnDatabase(6);
const cents = (units: bigint) => createAmount(EURO, units);
const ANNA = { name: 'Anna Weber', account: 'DE89 3704 0044 0532 0130 00' };
const ANNAS_ACCOUNT = 'DE89370400440532013000';

beforeAll(async () => {
  await seedConfiguration(database, []);
});

const run = (bank: TestBank, ...args: Parameters<ReturnType<typeof createCommandRunner>>) =>
  createCommandRunner({ ...bank.context, ...noPayouts })(...args);

/** Returns the balance of a ledger account, in cents. */
async function balance(account: string): Promise<bigint> {
  const { sum } = await database.one<{ sum: bigint }>(sql`
    select trunc(coalesce(sum(units), 0) / 1000000) as sum from ledger_postings
    where account = ${account} and asset = 'iso4217:EUR'`);
  return sum;
}

async function countOpenAlerts(entry: string): Promise<number> {
  const { open } = await database.one<{ open: number }>(
    sql`select count(*)::int as open from operator_alerts where key = ${`bank:${entry}`} and settled_at is null`,
  );
  return open;
}

/** Creates a bank booking without a transfer reference; returns its id. */
async function createUnmatchedBooking(
  bank: TestBank,
  units: bigint,
  overrides: Parameters<TestBank['deliverBookings']>[0] = {},
): Promise<string> {
  const remittance = `for you ${Math.random()}`;
  await bank.deliverBookings({ remittance, amount: cents(units), ...overrides });
  const entry = (await findEntriesWhere(database, sql`true`)).find((one) => one.remittance === remittance);
  return entry?.id ?? 'no such booking';
}

async function findNewestRefund(): Promise<{ readonly id: string }> {
  return database.one(sql`select id from refunds where channel = 'bank' order by created_at desc, id desc limit 1`);
}

describe('refuses', () => {
  test('to match a payment with an order that accepts none, and leaves it unmatched', async () => {
    const bank = createTestBank(database);
    const order = await storeOrder(database);
    const apply = createEventApplier(database, order.id);
    await apply('payment_submitted', { attemptId: payment.attemptId });
    const entry = await createUnmatchedBooking(bank, 10_000n);
    await expect(run(bank, 'match', [entry, order.orderNo])).rejects.toThrow('authorizing accepts no bank transfer');
    expect((await findEntriesWhere(database, sql`id = ${entry}`))[0]?.status).toBe('unallocated');
  });

  test('to vouch for an unknown fact', async () => {
    const bank = createTestBank(database);
    const { orderNo } = await storeOrder(database);
    const id = await requestAs(database, { action: 'vouch', subject: orderNo, input: { for: 'everything' } });
    await approveAs(database, id, 'ben');
    await executeOperatorRequests({
      ...noMails,
      ...bank.context,
      ...noPayouts,
      rootKeys: testRootKeys,
      isSandbox: true,
    });
    expect(await findRequest(database, id)).toMatchObject({
      status: 'refused',
      result: expect.stringContaining('paid, value, again, refund'),
    });
  });
});

describe('an unmatched payment', () => {
  test('is returned to its sender once, with two people', async () => {
    const bank = createTestBank(database);
    const before = await balance('liability:unallocated');
    const entry = await createUnmatchedBooking(bank, 7_500n);
    expect(await balance('liability:unallocated')).toBe(before - 7_500n);
    const request = parseRequestNumber(await run(bank, 'return', [entry]));
    await expect(run(bank, 'approve', [request])).rejects.toThrow('your own');
    expect(await run(bank, 'approve', [request], 'ben')).toContain('returns the payment');
    await bank.runJobs();
    expect(bank.sent.at(-1)?.text).toContain(PAYER_ACCOUNT);
    expect(await balance('liability:unallocated')).toBe(before);
    const owed = await balance('liability:refund');
    const { id } = await findNewestRefund();
    await bank.deliverBookings({ direction: 'debit', endToEndId: id, amount: cents(7_500n) });
    expect(await balance('liability:refund')).toBe(owed + 7_500n);
    expect(await countOpenAlerts(entry)).toBe(0);

    const again = parseRequestNumber(await run(bank, 'return', [entry]));
    await expect(run(bank, 'approve', [again], 'ben')).rejects.toThrow('no such unmatched payment');
    const { orderNo } = await storeOrder(database);
    await expect(run(bank, 'match', [entry, orderNo])).rejects.toThrow('no such unmatched payment');
  });

  test('is paid to another account after the bank sent its return back', async () => {
    const bank = createTestBank(database);
    const entry = await createUnmatchedBooking(bank, 4_000n);
    await run(bank, 'approve', [parseRequestNumber(await run(bank, 'return', [entry]))], 'ben');
    await bank.runJobs();
    const { id } = await findNewestRefund();
    await bank.deliverBookings({ direction: 'debit', endToEndId: id, amount: cents(4_000n) });
    await bank.deliverBookings({ endToEndId: id, reversal: true, returnReason: 'AC04', amount: cents(4_000n) });
    const request = parseRequestNumber(await run(bank, 'pay-to', [id], 'anna', ANNA));
    await run(bank, 'approve', [request], 'ben');
    await bank.runJobs();
    expect(bank.sent.at(-1)?.text).toContain(ANNAS_ACCOUNT);
  });

  test('is not returned without the payer’s account, nor if it is a debit', async () => {
    const bank = createTestBank(database);
    const nameless = await createUnmatchedBooking(bank, 1_000n, { counterparty: { name: '', account: '' } });
    const request = parseRequestNumber(await run(bank, 'return', [nameless]));
    await expect(run(bank, 'approve', [request], 'ben')).rejects.toThrow('--name and --account');
    expect(await countOpenAlerts(nameless)).toBe(1);
    const debit = await createUnmatchedBooking(bank, 1_000n, { direction: 'debit' });
    const other = parseRequestNumber(await run(bank, 'return', [debit]));
    await expect(run(bank, 'approve', [other], 'ben')).rejects.toThrow('no such unmatched payment');
  });
});

test('an unmatched payment worth more than its order is matched by two people', async () => {
  const bank = createTestBank(database);
  const { order } = await createTransferOrder(database, { euroCents: 10_000n });
  const { orderNo } = await order();
  const entry = await createUnmatchedBooking(bank, 900_000n);
  const request = parseRequestNumber(await run(bank, 'match', [entry, orderNo]));
  expect((await order()).status).toBe('awaiting_payment');
  await run(bank, 'approve', [request], 'ben');
  expect((await order()).received.units).toBe(900_000n);
});

test('an unmatched payment is matched once and reported as done after a crash at any point', async () => {
  await expectDoneAfterAnyCrash(database, async () => {
    const bank = createTestBank(database);
    const { order } = await createTransferOrder(database);
    const { orderNo } = await order();
    const entry = await createUnmatchedBooking(bank, 4_000n);
    const id = await requestAs(database, { action: 'match', subject: orderNo, input: { entry } });
    await approveAs(database, id, 'ben');
    return {
      id,
      work: (given) =>
        executeOperatorRequests({
          ...noMails,
          ...bank.context,
          ...noPayouts,
          database: given,
          rootKeys: testRootKeys,
          isSandbox: true,
        }),
      async expectEffect() {
        expect((await order()).received.units).toBe(4_000n);
        expect(await countOpenAlerts(entry)).toBe(0);
      },
    };
  });
});

describe('a sent refund that a person reports as not executed', () => {
  /** Creates an expired order whose refund was sent to the bank. */
  async function createSentRefund() {
    const bank = createTestBank(database);
    const { orderId, order, reference } = await createTransferOrder(database);
    await database.run(sql`update orders set status = 'expired', deadline_at = null where id = ${orderId}`);
    await bank.deliverBookings({ remittance: reference, amount: cents(10_000n) });
    await bank.requestRefunds(orderId);
    await bank.runJobs();
    const { id } = await findNewestRefund();
    return { bank, id, order, orderId };
  }

  test('is owed again, and goes to another account', async () => {
    const { bank, id, order, orderId } = await createSentRefund();
    await expect(run(bank, 'transfer-refused', [id])).rejects.toThrow('give --reason');
    const request = parseRequestNumber(await run(bank, 'transfer-refused', [id], 'anna', { reason: 'AC04' }));
    expect(await run(bank, 'approve', [request], 'ben')).toContain('the refund was not sent');
    expect((await order()).status).toBe('on_hold');
    await run(bank, 'approve', [parseRequestNumber(await run(bank, 'pay-to', [id], 'anna', ANNA))], 'ben');
    await bank.runJobs();
    expect(bank.sent.at(-1)?.text).toContain(ANNAS_ACCOUNT);
    const again = await findNewestRefund();
    const counterparty = { name: '', account: ANNAS_ACCOUNT };
    await bank.deliverBookings({ direction: 'debit', endToEndId: again.id, amount: cents(10_000n), counterparty });
    expect((await order()).status).toBe('refunded');
    expect(await readOrderBalances(database, orderId)).toEqual({});
  });

  test('is not owed again if the bank has booked it; a booking that arrives later raises an alert', async () => {
    const { bank, id } = await createSentRefund();
    await run(
      bank,
      'approve',
      [parseRequestNumber(await run(bank, 'transfer-refused', [id], 'anna', { reason: 'X' }))],
      'ben',
    );
    await bank.deliverBookings({ direction: 'debit', endToEndId: id, amount: cents(10_000n) });
    const [alert] = await database.many<{ facts: { reason: string } }>(
      sql`select facts from operator_alerts where kind = 'bank_entry' order by id desc limit 1`,
    );
    expect(alert?.facts.reason).toBe('refund_settled_before');
    const booked = await createSentRefund();
    await booked.bank.deliverBookings({ direction: 'debit', endToEndId: booked.id, amount: cents(10_000n) });
    const late = parseRequestNumber(await run(booked.bank, 'transfer-refused', [booked.id], 'anna', { reason: 'X' }));
    await expect(run(booked.bank, 'approve', [late], 'ben')).rejects.toThrow('was not sent to the bank: settled');
  });
});

describe('a refund that was sent in the period that a restore has lost', () => {
  /** Creates a debit with an id that the database does not know, and a refund that waits to be sent. */
  async function createLostRefund() {
    const bank = createTestBank(database);
    const { orderId, order, reference } = await createTransferOrder(database);
    await database.run(sql`update orders set status = 'expired', deadline_at = null where id = ${orderId}`);
    await bank.deliverBookings({ remittance: reference, amount: cents(10_000n) });
    const entry = await createUnmatchedBooking(bank, 10_000n, { direction: 'debit' });
    await bank.requestRefunds(orderId);
    const { id } = await findNewestRefund();
    return { bank, id, entry, order, orderId };
  }

  test('is settled with its booking, and the ledger counts it once', async () => {
    const before = await balance('liability:unallocated');
    const { bank, id, entry, order, orderId } = await createLostRefund();
    expect(await balance('liability:unallocated')).toBe(before + 10_000n);
    expect(await countOpenAlerts(entry)).toBe(1);
    await run(bank, 'approve', [parseRequestNumber(await run(bank, 'transfer-booked', [id, entry]))], 'ben');
    expect(await order()).toMatchObject({ status: 'refunded', refunded: { units: 10_000n } });
    expect(await readOrderBalances(database, orderId)).toEqual({});
    expect(await balance('liability:unallocated')).toBe(before);
    expect(await countOpenAlerts(entry)).toBe(0);
    await bank.runJobs();
    expect(bank.sent).toEqual([]);
  });

  test('is not settled by a request with an unknown refund, an unknown booking or another amount', async () => {
    const { bank, id, entry } = await createLostRefund();
    await expect(run(bank, 'transfer-booked', ['RFD0', entry])).rejects.toThrow('there is no refund RFD0');
    await expect(run(bank, 'transfer-booked', [id, 'none'])).rejects.toThrow('there is no booking none');
    const forged = { action: 'transfer-booked', subject: id, input: { entry, amount: '99.00 EUR' } } as const;
    const request = await requestAs(database, forged);
    await expect(run(bank, 'approve', [String(request)], 'ben')).rejects.toThrow(
      `refund ${id} is 100.00 EUR, not 99.00 EUR`,
    );
  });

  test('is settled once after a crash at any point', async () => {
    await expectDoneAfterAnyCrash(database, async () => {
      const { bank, id: refund, entry, order, orderId } = await createLostRefund();
      const id = await requestAs(database, {
        action: 'transfer-booked',
        subject: refund,
        input: { entry, amount: '100.00 EUR' },
      });
      await approveAs(database, id, 'ben');
      return {
        id,
        work: (given) =>
          executeOperatorRequests({
            ...noMails,
            ...bank.context,
            ...noPayouts,
            database: given,
            rootKeys: testRootKeys,
            isSandbox: true,
          }),
        async expectEffect() {
          expect((await order()).refunded.units).toBe(10_000n);
          expect(await readOrderBalances(database, orderId)).toEqual({});
          expect(await countOpenAlerts(entry)).toBe(0);
        },
      };
    });
  });
});

describe('a loss from a dispute', () => {
  /** Creates a delivered order that has lost a dispute of these cents. */
  async function createLossAfterDelivery(units: bigint) {
    const { id, orderNo } = await storeOrder(database);
    const apply = createEventApplier(database, id);
    for (const [createEvent] of happyPath) {
      const { kind, facts } = createEvent('');
      await apply(kind, facts as never);
    }
    await apply('dispute_lost', { paymentId: 'pi_1', disputeId: 'dp_1', units });
    return { id, orderNo };
  }

  test('is reduced by a payment of its buyer, and never by more than was lost', async () => {
    const bank = createTestBank(database);
    const { id, orderNo } = await createLossAfterDelivery(6_000n);
    const readLoss = async () => (await readOrderBalances(database, id))['expense:dispute'];
    expect(await readLoss()).toBe(6_000n);
    const tooMuch = await createUnmatchedBooking(bank, 6_001n);
    await expect(run(bank, 'recover', [orderNo, tooMuch])).rejects.toThrow('60.00 EUR were lost');
    const part = await createUnmatchedBooking(bank, 2_500n);
    expect(await run(bank, 'recover', [orderNo, part])).toContain('25.00 EUR of the loss are recovered');
    expect(await readLoss()).toBe(3_500n);
    await expect(run(bank, 'recover', [orderNo, part])).rejects.toThrow('no such unmatched payment');
    const rest = await createUnmatchedBooking(bank, 3_501n);
    await expect(run(bank, 'recover', [orderNo, rest])).rejects.toThrow('35.00 EUR were lost');
  });

  test('cannot be reduced without a lost dispute', async () => {
    const bank = createTestBank(database);
    const { order, orderId } = await createTransferOrder(database);
    const entry = await createUnmatchedBooking(bank, 1n);
    const { orderNo } = await order();
    await expect(run(bank, 'recover', [orderNo, entry])).rejects.toThrow('0.00 EUR were lost');
    expect(await readOrderBalances(database, orderId)).toEqual({});
  });
});

describe('a refund of a card order by bank transfer', () => {
  /** Requests the refund and approves it as a second person; returns the result. */
  async function refundByBank(bank: TestBank, orderNo: string): Promise<string> {
    const request = parseRequestNumber(await run(bank, 'refund-by-bank', [orderNo], 'anna', ANNA));
    return run(bank, 'approve', [request], 'ben');
  }

  /** Creates an order whose money was captured and for which nothing could be bought. */
  async function createGivenUpOrder() {
    const { id, orderNo } = await storeOrder(database);
    const apply = createEventApplier(database, id);
    await apply('payment_submitted', { attemptId: payment.attemptId });
    await apply('payment_authorized', createAuthorizedFacts(clear));
    await apply('payment_captured', captured);
    await apply('conversion_failed', { reason: 'market_closed' });
    return { id, orderNo, apply };
  }

  /** Creates an order whose refund was refused, so that it needs a person. */
  async function createUnrefundableOrder() {
    const { id, orderNo, apply } = await createGivenUpOrder();
    const refund = {
      id: `failed_${id}`,
      orderId: id,
      purpose: 'order' as const,
      paymentId: `pi_${id}`,
      amount: cents(10_000n),
    };
    await database.transaction((transaction) => insertRefund(transaction, refund));
    await advanceRefund(database, { id: refund.id, status: 'requested' }, { status: 'failed', acquirerRefundId: null });
    await apply('refund_failed', {
      refundId: refund.id,
      units: 10_000n,
      reason: 'card_closed',
      wasSettled: false,
      channel: null,
    });
    const order = async () => {
      const found = await findOrderById(database, id);
      if (!found) throw new Error('the order is gone');
      return found;
    };
    expect((await order()).status).toBe('on_hold');
    return { id, orderNo, order };
  }

  test('pays the given account, without a request to the acquirer', async () => {
    const bank = createTestBank(database);
    const { id, orderNo, order } = await createUnrefundableOrder();
    const output = await refundByBank(bank, orderNo);
    expect(output).toContain(`goes to Anna Weber, ${ANNAS_ACCOUNT}`);
    expect((await order()).status).toBe('refunding');
    const card = new Proxy({}, { get: () => () => Promise.reject(new Error('the acquirer was called')) }) as never;
    await runStep({ ...silentStepContext, database, card }, refundPayment, { orderId: id, subject: '' });
    await expect(refundByBank(bank, orderNo)).rejects.toThrow('already being refunded by bank transfer');
    await bank.runJobs();
    const refund = await findNewestRefund();
    await bank.deliverBookings({
      direction: 'debit',
      endToEndId: refund.id,
      amount: cents(10_000n),
      counterparty: { name: '', account: ANNAS_ACCOUNT },
    });
    expect(await order()).toMatchObject({ status: 'refunded', refunded: { units: 10_000n } });
    expect(await readOrderBalances(database, id)).toMatchObject({ 'asset:acquirer': 10_000n, 'asset:bank': -10_000n });
  });

  test('is refused until the acquirer has decided, and while the order is frozen', async () => {
    const bank = createTestBank(database);
    const { id, orderNo } = await createUnrefundableOrder();
    await database.transaction((transaction) =>
      insertRefund(transaction, {
        id: `ref_${id}`,
        orderId: id,
        purpose: 'order',
        paymentId: `pi_${id}`,
        amount: cents(10_000n),
      }),
    );
    await expect(refundByBank(bank, orderNo)).rejects.toThrow('has not decided');
    const frozen = await createUnrefundableOrder();
    await run(bank, 'freeze', [frozen.orderNo]);
    await expect(refundByBank(bank, frozen.orderNo)).rejects.toThrow('unfreeze it first');
  });

  test('is refused unless the acquirer has rejected the refund to the card', async () => {
    const bank = createTestBank(database);
    const { orderNo } = await createGivenUpOrder();
    await expect(refundByBank(bank, orderNo)).rejects.toThrow('refunded to the card');
  });

  test('is refused for an order paid by transfer, a card order that is not being refunded, or without a payee', async () => {
    const bank = createTestBank(database);
    const { order } = await createTransferOrder(database);
    const { orderNo } = await order();
    await expect(refundByBank(bank, orderNo)).rejects.toThrow('pay-to REFUND');
    const card = await storeOrder(database);
    await expect(refundByBank(bank, card.orderNo)).rejects.toThrow('is not being refunded');
    await expect(run(bank, 'refund-by-bank', [card.orderNo])).rejects.toThrow('give --name and --account');
  });
});
