import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { ok } from '../../providers/outcome.ts';
import { deleteCardsAtAcquirer } from '../cards/deleteCardsAtAcquirer.ts';
import { advanceClock, openTestBrowser, resetClockAfterEach, type TestBrowser } from '../testBrowser.testing.ts';
import {
  createBuyerOrder,
  createTestBuyer,
  deleteOwnAccount,
  findTablesContaining,
  requestFreshCode,
} from '../testBuyer.testing.ts';
import { eraseExpired } from './eraseExpired.ts';
import { deleteOldSentMail } from './sentMailStore.ts';

const DAY = 24 * 3600;

const gateway = await openOwnGateway();
resetClockAfterEach(gateway);

describe('a deletion', () => {
  test('needs a fresh code that was sent to this browser', async () => {
    const person = await createTestBuyer(gateway, 'careful');
    const code = await requestFreshCode(person);
    const wrong = code === '000000' ? '000001' : '000000';
    const readError = async (browser: TestBrowser, sent: string) =>
      ((await browser.post('deleteAccount', { code: sent })).body.data as { error: string }).error;
    expect(await readError(person.browser, wrong)).toBe('code_invalid');
    const thief = openTestBrowser(gateway);
    thief.authToken = person.browser.authToken;
    thief.cookies.set('slipway_session', person.browser.cookies.get('slipway_session') ?? '');
    expect(await readError(thief, code)).toBe('code_expired');
    await advanceClock(gateway, 601);
    expect(await readError(person.browser, code)).toBe('code_expired');
    expect((await person.browser.post('authInfo')).body.respCode).toBe('200');
  });

  test('is refused while orders are open and does not use up the code', async () => {
    const person = await createTestBuyer(gateway, 'busy');
    await createBuyerOrder(person, 'awaiting_payment');
    const orderNo = await createBuyerOrder(person, 'awaiting_payment');
    const code = await requestFreshCode(person);
    expect((await person.browser.post('deleteAccount', { code })).body.data).toMatchObject({
      error: 'orders_open',
      facts: { count: 2 },
    });
    await gateway.database.run(sql`update orders set status = 'expired' where order_no <> ${orderNo}`);
    await person.browser.post('cancelOrder', { orderNo });
    expect((await person.browser.post('deleteAccount', { code })).body.data).toEqual({ keptUntil: null });
  });

  test('of a buyer who never paid erases all personal data and leaves other buyers unchanged', async () => {
    const person = await createTestBuyer(gateway, 'vanishing');
    const other = await createTestBuyer(gateway, 'remaining');
    const orderNo = await createBuyerOrder(person, 'cancelled');
    await gateway.database.run(sql`
      insert into risk_decisions (buyer_id, rule, outcome, facts, at)
      values (${person.buyerId}, 'any', 'refuse', ${JSON.stringify({ ip: 'facts of vanishing' })}, slipway_now())`);
    await gateway.database.run(sql`
      insert into mail_outbox (id, recipient, subject, body, created_at, sent_at)
      values ('sent', ${person.email}, 'An order', 'to your wallet', slipway_now(), slipway_now())`);
    expect(await findTablesContaining(gateway, person.buyerId)).toContain('orders');
    const before = (await other.browser.post('exportData')).body.data as { exportedAt: string };

    expect((await deleteOwnAccount(person)).body.data).toEqual({ keptUntil: null });
    expect((await person.browser.post('authInfo')).body.respCode).toBe('5002');
    expect([...person.browser.cookies.keys()]).toEqual([]);
    expect(await findTablesContaining(gateway, person.buyerId)).toEqual([]);
    for (const personal of [
      person.lastName,
      'Cityvanishing',
      'Street of vanishing',
      'applicant of vanishing',
      'facts of vanishing',
    ])
      expect(await findTablesContaining(gateway, personal)).toEqual([]);
    expect(await findTablesContaining(gateway, person.paymentMethodId)).toEqual(['saved_cards']);

    const order = await gateway.database.one(sql`
      select buyer_id, guest_hash, address, client_address, status from orders where order_no = ${orderNo}`);
    expect(order).toEqual({ buyerId: null, guestHash: null, address: '', clientAddress: '', status: 'cancelled' });
    const attempt = await gateway.database.one(sql`
      select a.brand, a.last4, a.fingerprint, a.payment_method_id, a.status
      from payment_attempts a join orders o on o.id = a.order_id where o.order_no = ${orderNo}`);
    expect(attempt).toEqual({
      brand: null,
      last4: null,
      fingerprint: null,
      paymentMethodId: null,
      status: 'declined',
    });

    const after = (await other.browser.post('exportData')).body.data as { exportedAt: string };
    expect({ ...after, exportedAt: '' }).toEqual({ ...before, exportedAt: '' });
  });

  test('deletes the saved cards here and at the acquirer', async () => {
    const person = await createTestBuyer(gateway, 'carded');
    await createBuyerOrder(person, 'delivered');
    await deleteOwnAccount(person);
    const forgetRequests: string[] = [];
    await deleteCardsAtAcquirer({
      database: gateway.database,
      log: createLog('silent'),
      card: {
        async forgetCard(paymentMethodId) {
          forgetRequests.push(paymentMethodId);
          return ok(undefined);
        },
      },
    });
    expect(forgetRequests).toContain(person.paymentMethodId);
    expect(await findTablesContaining(gateway, person.paymentMethodId)).toEqual(['payment_attempts']);
    expect(
      await gateway.database.many(sql`select 1 from saved_cards where payment_method_id = ${person.paymentMethodId}`),
    ).toEqual([]);
  });

  test('is confirmed by an email, which is deleted thirty days after it was sent', async () => {
    const person = await createTestBuyer(gateway, 'lettered');
    await deleteOwnAccount(person);
    const mails = await gateway.database.many<{ subject: string; body: string }>(sql`
      select subject, body from mail_outbox where recipient = ${person.email} and id like 'deleted:%'`);
    expect(mails).toMatchObject([{ subject: 'Your Slipway account is deleted' }]);
    expect(mails[0]?.body).toContain('We keep nothing else about you.');
    // It is kept until it is sent.
    await advanceClock(gateway, 31 * DAY);
    await deleteOldSentMail(gateway.database);
    expect(await findTablesContaining(gateway, person.email)).toEqual(['mail_outbox']);
    await gateway.database.run(sql`update mail_outbox set sent_at = slipway_now() where recipient = ${person.email}`);
    await deleteOldSentMail(gateway.database);
    expect(await findTablesContaining(gateway, person.email)).toEqual(['mail_outbox']);
    await advanceClock(gateway, 30 * DAY + 60);
    await deleteOldSentMail(gateway.database);
    expect(await findTablesContaining(gateway, person.email)).toEqual([]);
  });

  test('frees the email address: the next login creates another buyer', async () => {
    const person = await createTestBuyer(gateway, 'returning');
    await createBuyerOrder(person, 'delivered');
    await deleteOwnAccount(person);
    const again = await createTestBuyer(gateway, 'returning');
    expect(again.buyerId).not.toBe(person.buyerId);
    expect((await again.browser.post('orderList')).body.data).toMatchObject({ total: 0 });
    // Erasing the old account must not erase the new one's emails and codes.
    await gateway.database.run(sql`update buyers set erase_after = slipway_now() where id = ${person.buyerId}`);
    await gateway.database.run(
      sql`update orders set updated_at = slipway_now() - interval '6 years' where buyer_id = ${person.buyerId}`,
    );
    const codes = await findTablesContaining(gateway, again.email);
    await eraseExpired({ database: roleDatabase(gateway.database, 'worker') });
    expect(await findTablesContaining(gateway, person.buyerId)).toEqual([]);
    expect(await findTablesContaining(gateway, again.email)).toEqual(codes);
    expect((await again.browser.post('authInfo')).body.respCode).toBe('200');
  });

  test('happens once when it is requested several times at once', async () => {
    const person = await createTestBuyer(gateway, 'impatient');
    const code = await requestFreshCode(person);
    const answers = await Promise.all([1, 2, 3].map(() => person.browser.post('deleteAccount', { code })));
    expect(answers.filter(({ body }) => body.respCode === '200')).toHaveLength(1);
    for (const { status } of answers) expect(status).toBe(200);
  });

  test('prevents orders from being assigned to the closed account', async () => {
    const person = await createTestBuyer(gateway, 'closed');
    const orderNo = await createBuyerOrder(person, 'delivered');
    await deleteOwnAccount(person);
    const withoutBuyer = await createBuyerOrder(await createTestBuyer(gateway, 'gone'), 'delivered');
    await gateway.database.run(sql`update orders set buyer_id = null where order_no = ${withoutBuyer}`);
    await expect(
      gateway.database.run(sql`
        update orders set buyer_id = ${person.buyerId} where order_no <> ${orderNo} and buyer_id is null`),
    ).rejects.toThrow('is closed');
  });
});
