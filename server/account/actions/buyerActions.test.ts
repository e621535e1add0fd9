import { randomUUID } from 'node:crypto';
import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { findRequest } from '../../action/requests/requestStore.ts';
import { etherInquiry, openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import {
  createApprovingRunner,
  createCommandRunner,
  parseRequestNumber,
} from '../../operator/commandLine/commandRunner.testing.ts';
import { approveAs, requestAs, testRootKeys } from '../../operator/persons/testPersons.testing.ts';
import { executeOperatorRequests } from '../../operator/requests/executeOperatorRequests.ts';
import { expectDoneAfterAnyCrash, runBetweenReadAndLock } from '../../operator/requests/interruptedRequest.testing.ts';
import { testKeys as sharedKeys } from '../../partner/testPartner.testing.ts';
import { listAuditLines } from '../../platform/audit/auditStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { waitForLock } from '../../platform/database/waitForLock.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import type { TradingVenue } from '../../providers/venue/venuePort.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import { noPayouts, silentOrderMachine } from '../../purchase/order/silentStepContext.testing.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { emptyPriceBook } from '../../purchase/quote/priceBook.ts';
import { createFixedScreening } from '../../risk/fixedScreening.testing.ts';
import { needsDocument, reserveWithoutDocument } from '../../risk/identityLimit.ts';
import { reserveNothing } from '../../risk/reserveNothing.testing.ts';
import { expireFixedLevels } from '../identityLevels/fixedLevelStore.ts';
import { advanceClock, resetClockAfterEach } from '../testBrowser.testing.ts';
import {
  createBuyerOrder,
  createTestBuyer,
  deleteOwnAccount,
  findTablesContaining,
  type TestBuyer,
  WALLET,
} from '../testBuyer.testing.ts';

const DAY = 24 * 3600;
const gateway = await openOwnGateway();
resetClockAfterEach(gateway);
const { database } = gateway;
const { catalog, rules } = seededSettings();
const worker = {
  ...noPayouts,
  keys: sharedKeys,
  database,
  machine: silentOrderMachine,
  catalog,
  prices: () => emptyPriceBook,
  venue: { id: 'calm' } as unknown as TradingVenue,
  screening: createFixedScreening(),
  rules,
  riskRules: () => [],
  log: createLog('silent'),
  mailTranslations: gateway.mailTranslations,
  operatorName: 'Slipway',
  publicUrl: gateway.publicUrl,
};
const run = createCommandRunner(worker);
const runApproved = createApprovingRunner('ben', run);
const executeRequests = () =>
  executeOperatorRequests({
    ...worker,
    database: roleDatabase(database, 'worker'),
    rootKeys: testRootKeys,
    isSandbox: true,
  });

beforeAll(async () => {
  await seedConfiguration(database, []);
});

let buyerCount = 0;
/** Creates a buyer whose name no other buyer of this file has, and consists of letters only. */
const createBuyer = () => createTestBuyer(gateway, `acted${'a'.repeat(++buyerCount)}`);
const readLevel = async ({ browser }: TestBuyer) =>
  Number(((await browser.post('authInfo')).body.data as { kyc_level: string }).kyc_level);
const listEmails = ({ email }: TestBuyer) =>
  database.many<{ id: string; subject: string; body: string }>(
    sql`select id, subject, body from mail_outbox where recipient = ${email} and id like 'document:%' order by created_at`,
  );
const setLevelTo = async ({ buyerId }: TestBuyer, level: number) =>
  database.run(sql`update buyers set kyc_level = ${level} where id = ${buyerId}`);
const inDays = async (days: number) =>
  new Date((await database.now()).getTime() + days * DAY * 1000).toISOString().slice(0, 10);

/** Creates an order of the buyer. Returns `made`, or the call's error. */
async function createOrder({ browser }: TestBuyer, amount = '100') {
  const made = await browser.post('coinOrder', {
    ...etherInquiry,
    token: await gateway.fetchQuoteToken(),
    payMethod: 'credit_debit_card',
    address: WALLET,
    sendCurrencyAmount: amount,
  });
  return made.body.respCode === '200' ? 'made' : (made.body.data as { error: string }).error;
}

/** Pays an order. Returns `paid`, or the call's error. */
async function payOrder({ browser }: TestBuyer, orderNo: string) {
  const { body } = await browser.post('payOrder', { orderNo, submissionId: randomUUID(), confirmationToken: 'ctoken' });
  return body.respCode === '200' ? 'paid' : (body.data as { error: string }).error;
}

describe('a request for a document', () => {
  test('is sent by email in the buyer’s language, and then an order of any amount needs the document', async () => {
    const buyer = await createBuyer();
    await setLevelTo(buyer, 2);
    await database.run(sql`update buyers set locale = 'de-DE' where id = ${buyer.buyerId}`);
    const question = { buyerId: buyer.buyerId, euroCents: 1n, orderId: null };
    expect(await needsDocument({ database, rules }, question)).toBe(false);
    expect(await run('ask-document', [buyer.email])).toContain('a document is requested until');
    expect(await readLevel(buyer)).toBe(1);
    expect(await needsDocument({ database, rules }, question)).toBe(true);
    const { id } = await storeOrder(database, { buyerId: buyer.buyerId, euroCents: 1n });
    const judged = { id, buyerId: buyer.buyerId, euroCents: 1n };
    const without = await database.transaction(async (transaction) =>
      reserveWithoutDocument(await reserveNothing(transaction, 'payment'), rules, judged),
    );
    expect(without).toBe(false);
    expect((await buyer.browser.post('checkIdentification')).body.data).toEqual({ isIdentification: '0' });
    const [mail, ...others] = await listEmails(buyer);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Slipway benötigt Ihren Ausweis');
    expect(mail?.body).toContain(`${gateway.publicUrl}/verify-id`);
  });

  test('is not repeated while the first request is open, and lapses after 30 days', async () => {
    const buyer = await createBuyer();
    await run('ask-document', [buyer.buyerId]);
    await expect(run('ask-document', [buyer.buyerId])).rejects.toThrow(
      'A document has already been requested. The request expires on',
    );
    await advanceClock(gateway, 30 * DAY + 60);
    expect(await needsDocument({ database, rules }, { buyerId: buyer.buyerId, euroCents: 1n, orderId: null })).toBe(
      false,
    );
    await run('ask-document', [buyer.buyerId]);
    expect(await listEmails(buyer)).toHaveLength(2);
  });

  test('is refused by the worker without a verifier', async () => {
    const buyer = await createBuyer();
    const id = await requestAs(database, { action: 'ask-document', subject: buyer.buyerId, input: {} });
    await executeOperatorRequests({
      ...worker,
      rules: { ...rules, identityOffered: false },
      rootKeys: testRootKeys,
      isSandbox: true,
    });
    expect(await findRequest(database, id)).toMatchObject({
      status: 'refused',
      result: expect.stringContaining('Documents cannot be checked'),
    });
    expect(await listEmails(buyer)).toEqual([]);
  });
});

describe('a level that two people set', () => {
  const question = ({ buyerId }: TestBuyer) => ({ buyerId, euroCents: 100_000n, orderId: null });

  test('applies at once until the end of its last day, and needs evidence above the verified level', async () => {
    const buyer = await createBuyer();
    await database.run(sql`delete from identity_checks where buyer_id = ${buyer.buyerId}`);
    await setLevelTo(buyer, 1);
    const until = await inDays(10);
    const refused = run('set-level', [buyer.buyerId, '2'], 'anna', { until });
    await expect(refused).rejects.toThrow('The verified level is 1. Enter the evidence for level 2.');
    const options = { until, because: 'notarised copy of the passport, file 7' };
    const requestNumber = parseRequestNumber(await run('set-level', [buyer.buyerId, '2'], 'anna', options));
    expect(await readLevel(buyer)).toBe(1);
    expect(await needsDocument({ database, rules }, question(buyer))).toBe(true);
    await run('approve', [requestNumber], 'ben');
    expect(await readLevel(buyer)).toBe(2);
    expect(await needsDocument({ database, rules }, question(buyer))).toBe(false);
    // Reading the details does not change the level.
    const { body } = await buyer.browser.post('getKycInfo');
    expect(body.respCode).toBe('200');
    await advanceClock(gateway, 9 * DAY);
    await expireFixedLevels(roleDatabase(database, 'worker'));
    expect(await database.one(sql`select kyc_level as level from buyers where id = ${buyer.buyerId}`)).toEqual({
      level: 2,
    });
    await advanceClock(gateway, 2 * DAY);
    // The set level ends on time, although the worker has not removed its row yet.
    await buyer.browser.login(buyer.email);
    expect(await readLevel(buyer)).toBe(1);
    expect(await needsDocument({ database, rules }, question(buyer))).toBe(true);
    await expireFixedLevels(roleDatabase(database, 'worker'));
    expect(await database.one(sql`select kyc_level as level from buyers where id = ${buyer.buyerId}`)).toEqual({
      level: 1,
    });
  });

  test('below the verified level refuses new orders above its limit, and when it ends leaves orders unchanged', async () => {
    const buyer = await createBuyer();
    await setLevelTo(buyer, 2);
    await runApproved('set-level', [buyer.buyerId, '1'], 'anna', { until: await inDays(3) });
    expect(await readLevel(buyer)).toBe(1);
    expect(await createOrder(buyer)).toBe('made');
    // A further hundred euros would be above the limit.
    await storeOrder(database, { buyerId: buyer.buyerId, euroCents: rules.identityAboveEuroCents });
    await database.run(sql`
      update orders set captured_units = pay_units where buyer_id = ${buyer.buyerId} and euro_cents = ${String(rules.identityAboveEuroCents)}::numeric`);
    expect(await createOrder(buyer)).toBe('method_unavailable');
    const before = await database.many(sql`select status from orders where buyer_id = ${buyer.buyerId}`);
    await advanceClock(gateway, 5 * DAY);
    await expireFixedLevels(roleDatabase(database, 'worker'));
    expect(await database.one(sql`select kyc_level as level from buyers where id = ${buyer.buyerId}`)).toEqual({
      level: 2,
    });
    expect(await database.many(sql`select status from orders where buyer_id = ${buyer.buyerId}`)).toEqual(before);
  });

  test.each([
    [['3'], { until: '2999-01-01' }, 'The level must be 1'],
    [['1'], { until: '2020-01-01' }, 'Enter a last day'],
    [['1'], { until: '2027-02-30' }, 'Enter a last day'],
    [['1'], { until: '2999-01-01' }, 'for at most 366 days'],
  ])('of %s until %s is rejected with the reason', async ([level = ''], options, message) => {
    const buyer = await createBuyer();
    await expect(run('set-level', [buyer.buyerId, level], 'anna', options)).rejects.toThrow(message);
  });
});

/** Creates an order of this buyer in a status of the card flow; returns its number. */
async function createOrderInStatus({ buyerId }: TestBuyer, status: OrderStatus) {
  const order = await storeOrder(database, { buyerId });
  await database.run(sql`
    update orders set status = ${status}, current_attempt_id = 'att',
      authorized_units = pay_units, captured_units = case when ${status} in ('paid', 'converted', 'refunding') then pay_units else 0 end
    where id = ${order.id}`);
  return order.orderNo;
}

describe('a block', () => {
  test('needs two people, stops new orders and payments without stating a reason, and ends when two people lift it', async () => {
    const buyer = await createBuyer();
    const orderNo = await createBuyerOrder(buyer, 'awaiting_payment');
    const requestNumber = parseRequestNumber(await run('block', [buyer.email]));
    expect(await createOrder(buyer)).toBe('made');
    await run('approve', [requestNumber], 'ben');
    expect(await createOrder(buyer)).toBe('buying_paused');
    expect(await payOrder(buyer, orderNo)).toBe('buying_paused');
    // Existing orders remain visible.
    expect((await buyer.browser.post('orderList')).body.data).toMatchObject({ total: 2 });
    const { respMessage } = (
      await buyer.browser.post('coinOrder', {
        ...etherInquiry,
        token: await gateway.fetchQuoteToken(),
        payMethod: 'credit_debit_card',
        address: WALLET,
      })
    ).body;
    expect(respMessage).toContain('contact support');
    expect(respMessage).not.toMatch(/block|risk|suspic|fraud/i);
    expect((await buyer.browser.post('orderDetail', { orderNo })).body.data).not.toMatchObject({
      reason: expect.stringContaining('block'),
    });

    await runApproved('unblock', [buyer.buyerId]);
    expect(await createOrder(buyer)).toBe('made');
  });

  test('holds open orders except those in refund; a held order can be refused but not released', async () => {
    const buyer = await createBuyer();
    const [paid = '', held = '', converting = '', refunding = '', waiting = ''] = await Promise.all(
      (['paid', 'awaiting_identity', 'converting', 'refunding', 'awaiting_payment'] as const).map((status) =>
        createOrderInStatus(buyer, status),
      ),
    );
    const result = await runApproved('block', [buyer.buyerId]);
    const read = async (orderNo: string) => {
      const order = await findOrder(database, orderNo);
      return { status: order?.status, reason: order?.reason, holdRequested: order?.holdRequested };
    };
    const cause = { reason: 'buyer_blocked' };
    expect(await read(paid)).toEqual({ status: 'on_hold', holdRequested: false, ...cause });
    expect(await read(held)).toEqual({ status: 'on_hold', holdRequested: false, ...cause });
    expect(await read(converting)).toMatchObject({ status: 'converting', holdRequested: true });
    expect(await read(refunding)).toMatchObject({ status: 'refunding', holdRequested: false });
    expect(await read(waiting)).toMatchObject({ status: 'awaiting_payment', holdRequested: true });
    // The refunding order is open but not on hold.
    expect(result).toContain('of 5 open orders, 4 put on hold: ');
    // The buyer sees the same reason as for any other hold by the operator.
    const { body } = await buyer.browser.post('orderDetail', { orderNo: paid });
    expect(body.data).toMatchObject({ status: 'on_hold', reason: 'operator' });
    await expect(run('clear', [paid])).rejects.toThrow('Its buyer is blocked');
    await run('refuse', [paid]);
    expect(await read(paid)).toMatchObject({ status: 'refunding' });
    await runApproved('unblock', [buyer.buyerId]);
    expect(await read(held)).toMatchObject({ status: 'on_hold' });
  });

  test('is placed once by concurrent requests, and cannot be placed or lifted twice', async () => {
    const buyer = await createBuyer();
    const request = { action: 'block', subject: buyer.buyerId, input: {} } as const;
    const [one, other] = [await requestAs(database, request, 'anna'), await requestAs(database, request, 'ben')];
    await approveAs(database, one, 'ben');
    await approveAs(database, other, 'anna');
    await Promise.all([executeRequests(), executeRequests()]);
    await executeRequests();
    const states = await Promise.all([one, other].map(async (id) => (await findRequest(database, id))?.status));
    expect(new Set(states)).toEqual(new Set(['done', 'refused']));
    await expect(run('block', [buyer.buyerId])).rejects.toThrow('The account has been blocked since');
    await runApproved('unblock', [buyer.buyerId]);
    await expect(run('unblock', [buyer.buyerId])).rejects.toThrow('The account is not blocked.');
  });

  test('is executed once and reported as done, after any crash and with concurrent workers', async () => {
    const begin = async () => {
      const buyer = await createBuyer();
      const orderNo = await createOrderInStatus(buyer, 'paid');
      const id = await requestAs(database, { action: 'block', subject: buyer.buyerId, input: {} });
      await approveAs(database, id, 'ben');
      return {
        id,
        work: (given: Database) =>
          executeOperatorRequests({ ...worker, database: given, rootKeys: testRootKeys, isSandbox: true }),
        expectEffect: async () => expect(await findOrder(database, orderNo)).toMatchObject({ status: 'on_hold' }),
      };
    };
    await expectDoneAfterAnyCrash(database, begin);
    const { id, work: execute, expectEffect } = await begin();
    await runBetweenReadAndLock(database, 'from buyer_blocks where request_id', execute);
    await execute(database);
    expect(await findRequest(database, id)).toMatchObject({ status: 'done' });
    await expectEffect();
  });

  test('continues after a crash in which its orders were not held yet', async () => {
    const buyer = await createBuyer();
    const orderNo = await createOrderInStatus(buyer, 'paid');
    const id = await requestAs(database, { action: 'block', subject: buyer.buyerId, input: {} });
    await approveAs(database, id, 'ben');
    const broken = { ...silentOrderMachine, jobs: { send: () => Promise.reject(new Error('the queue is away')) } };
    await executeOperatorRequests({ ...worker, machine: broken, rootKeys: testRootKeys, isSandbox: true });
    expect(await findRequest(database, id)).toMatchObject({ status: 'approved' });
    expect(await createOrder(buyer)).toBe('buying_paused');
    expect(await findOrder(database, orderNo)).toMatchObject({ status: 'paid' });
    await executeRequests();
    expect(await findRequest(database, id)).toMatchObject({ status: 'done', result: expect.stringContaining(orderNo) });
    expect(await findOrder(database, orderNo)).toMatchObject({ status: 'on_hold' });
  });

  test('applies to a new account with the same address, without storing the address', async () => {
    const buyer = await createBuyer();
    await runApproved('block', [buyer.buyerId]);
    expect((await deleteOwnAccount(buyer)).body.data).toEqual({ keptUntil: null });
    expect(await database.one(sql`select count(*)::integer as count from buyers where id = ${buyer.buyerId}`)).toEqual({
      count: 0,
    });
    expect(await findTablesContaining(gateway, buyer.email)).not.toContain('buyer_blocks');
    await buyer.browser.login(buyer.email);
    expect(await createOrder(buyer)).toBe('buying_paused');
    await runApproved('unblock', [buyer.email]);
    expect(await createOrder(buyer)).toBe('made');
  });

  test('applies to the new account if the old one was deleted before the approval', async () => {
    const buyer = await createBuyer();
    await createBuyerOrder(buyer, 'delivered');
    const requestNumber = parseRequestNumber(await run('block', [buyer.buyerId]));
    await deleteOwnAccount(buyer);
    await buyer.browser.login(buyer.email);
    expect(await createOrder(buyer)).toBe('made');
    await run('approve', [requestNumber], 'ben');
    expect(await createOrder(buyer)).toBe('buying_paused');
  });

  test('delays an order that is created at the same time, and then refuses it', async () => {
    const buyer = await createBuyer();
    // The uncommitted block locks the account: the order waits for the commit, then finds the block.
    let commit = () => {};
    const decided = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const blocking = database.transaction(async (transaction) => {
      await transaction.run(sql`select from buyers where id = ${buyer.buyerId} for update`);
      const { request } = await transaction.one<{ request: number }>(sql`
        insert into operator_requests (action, subject, input, who, why, status, created_at)
        values ('block', ${buyer.buyerId}, '{}', 'anna', 'a test', 'done', slipway_now()) returning id as request`);
      await transaction.run(sql`
        insert into buyer_blocks (request_id, buyer_id, account_mark, blocked_at)
        values (${request}, ${buyer.buyerId}, ${Buffer.alloc(32, 9)}, slipway_now())`);
      await decided;
    });
    const buying = createOrder(buyer);
    await waitForLock(database);
    commit();
    await blocking;
    expect(await buying).toBe('buying_paused');
  });

  test('requests a hold of an order whose payment has just begun', async () => {
    const buyer = await createBuyer();
    const orderNo = await createBuyerOrder(buyer, 'awaiting_payment');
    expect(await payOrder(buyer, orderNo)).toBe('paid');
    await runApproved('block', [buyer.buyerId]);
    expect(await findOrder(database, orderNo)).toMatchObject({ status: 'authorizing', holdRequested: true });
  });
});

describe('an erasure', () => {
  test('is refused while an order is open, or while the law requires the records, with the date when this ends', async () => {
    const buyer = await createBuyer();
    const orderNo = await createBuyerOrder(buyer, 'awaiting_payment');
    await expect(run('erase', [buyer.buyerId])).rejects.toThrow('1 order is still open.');
    await buyer.browser.post('cancelOrder', { orderNo });
    await createBuyerOrder(buyer, 'delivered');
    const { until } = await database.one<{ until: string }>(sql`
      select to_char((max(updated_at) + interval '5 years') at time zone 'UTC', 'YYYY-MM-DD') as until
      from orders where buyer_id = ${buyer.buyerId}`);
    await expect(run('erase', [buyer.buyerId])).rejects.toThrow(`can be erased from ${until}`);
    // The worker checks again at the execution, so a request that was already stored is refused, too.
    const id = await requestAs(database, { action: 'erase', subject: buyer.buyerId, input: {} });
    await executeRequests();
    expect(await findRequest(database, id)).toMatchObject({
      status: 'refused',
      result: expect.stringContaining('can be erased from'),
    });
    expect(await findTablesContaining(gateway, buyer.email)).toContain('buyers');
  });

  test('of a buyer who never paid leaves only the signed request, the audit trail and an email', async () => {
    const buyer = await createBuyer();
    await createBuyerOrder(buyer, 'cancelled');
    await run('erase', [buyer.buyerId]);
    expect(await findTablesContaining(gateway, buyer.email)).toEqual(['mail_outbox']);
    expect(await findTablesContaining(gateway, buyer.buyerId)).toEqual(
      ['audit_trail', 'operator_requests', 'operator_statements'].toSorted(),
    );
    await expect(run('erase', [buyer.buyerId])).rejects.toThrow('There is no such account.');
  });
});

test('exports what the buyer can download, and audits it without the content', async () => {
  const buyer = await createBuyer();
  await createBuyerOrder(buyer, 'delivered');
  const own = (await buyer.browser.post('exportData')).body.data as { exportedAt: string };
  const exported = JSON.parse(await run('export-buyer', [buyer.email])) as object;
  expect(exported).toEqual({ ...own, exportedAt: expect.any(String) });
  const [line] = await listAuditLines(database, 1);
  expect(line).toMatchObject({ who: 'anna', action: 'export-buyer', subject: `buyer ${buyer.buyerId}` });
  expect(JSON.stringify(line)).not.toContain(buyer.lastName);
});
