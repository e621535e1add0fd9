import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../../../platform/database/ownDatabase.testing.ts';
import { findOrderById } from '../../order/orderStore.ts';
import { runStep } from '../../order/runStep.ts';
import { storeOrder, tellOrder } from '../../order/storedOrder.testing.ts';
import { refundPayment } from '../../refund/steps/refundPayment.ts';
import { syncRefund } from '../../refund/steps/syncRefund.ts';
import { insertAttempt } from '../attemptStore.ts';
import { createFakeAcquirer } from '../fakeAcquirer.testing.ts';
import { authorizePayment } from './authorizePayment.ts';
import { capturePayment } from './capturePayment.ts';
import { payableContext } from './payableContext.testing.ts';
import { syncPayment } from './syncPayment.ts';
import { voidPayment } from './voidPayment.ts';

const { database } = await openOwnDatabase();

/** An order of a buyer who pressed Pay. */
async function submittedOrder() {
  const acquirer = createFakeAcquirer();
  const context = payableContext(database, acquirer.card);
  const attemptId = `att_${randomUUID()}`;
  const { id: orderId } = await storeOrder(database);
  await database.transaction((transaction) =>
    insertAttempt(transaction, {
      id: attemptId,
      orderId,
      submissionId: randomUUID(),
      confirmationToken: 'ctoken_1',
      savedCardId: null,
      saveCard: false,
    }),
  );
  const tell = tellOrder(database, orderId);
  await tell('payment_submitted', { attemptId });
  const status = async () => (await findOrderById(database, orderId))?.status;
  return {
    orderId,
    attemptId,
    acquirer,
    tell,
    status,
    payment: {
      authorize: () => runStep(context, authorizePayment, { orderId, subject: '' }),
      sync: () => runStep(context, syncPayment, { orderId, subject: attemptId }),
      capture: () => runStep(context, capturePayment, { orderId, subject: '' }),
      void: () => runStep(context, voidPayment, { orderId, subject: '' }),
    },
    refund: {
      ask: () => runStep(context, refundPayment, { orderId, subject: '' }),
      sync: () => runStep(context, syncRefund, { orderId, subject: '' }),
    },
  };
}

describe('steps with the acquirer', () => {
  test('authorize and capture, each with a key of its own', async () => {
    const { attemptId, acquirer, payment, status } = await submittedOrder();
    await payment.authorize();
    expect(await status()).toBe('capturing');
    await payment.capture();
    expect(await status()).toBe('paid');
    expect(acquirer.acts).toEqual([`${attemptId}:authorize`, `${attemptId}:capture`]);
  });

  test('a lost answer is settled by the same key: one payment, one charge', async () => {
    const { attemptId, acquirer, payment, status } = await submittedOrder();
    acquirer.loseNextAnswer();
    await payment.authorize();
    expect(await status()).toBe('authorizing');
    await payment.sync();
    expect(await status()).toBe('capturing');
    acquirer.loseNextAnswer();
    await payment.capture();
    expect(await status()).toBe('capturing');
    await payment.sync();
    expect(await status()).toBe('paid');
    expect(acquirer.payments.size).toBe(1);
    expect(new Set(acquirer.acts)).toEqual(new Set([`${attemptId}:authorize`, `${attemptId}:capture`]));
  });

  test('a step that comes late does nothing', async () => {
    const { acquirer, payment, status } = await submittedOrder();
    await payment.capture();
    await payment.void();
    expect(acquirer.acts).toEqual([]);
    expect(await status()).toBe('authorizing');
  });

  test('a window that closes while the card is being asked releases the hold', async () => {
    const { attemptId, acquirer, tell, payment, status } = await submittedOrder();
    acquirer.loseNextAnswer();
    await payment.authorize();
    await tell('payment_window_closed', {});
    expect(await status()).toBe('voiding');
    await payment.void();
    await payment.void();
    expect(await status()).toBe('cancelled');
    expect(acquirer.payments.get(`pi_${attemptId}`)?.status).toBe('voided');
  });
});

describe('a refund', () => {
  async function refundingOrder() {
    const order = await submittedOrder();
    await order.payment.authorize();
    await order.payment.capture();
    await order.tell('conversion_failed', { reason: 'market_closed' });
    expect(await order.status()).toBe('refunding');
    return order;
  }

  test('gives back all that was captured, once, however often the step is done', async () => {
    const { orderId, acquirer, refund, status } = await refundingOrder();
    await Promise.all([refund.ask(), refund.ask()]);
    await refund.sync();
    expect(await status()).toBe('refunded');
    expect([...acquirer.refunds.values()].map(({ amount }) => amount.units)).toEqual([10_000n]);
    const left = await database.many(sql`
      select account, asset, sum(units) as units from ledger_postings
      where order_id = ${orderId} and account like 'liability:%' group by account, asset having sum(units) <> 0`);
    expect(left).toEqual([]);
  });

  test('whose answer was lost is asked again with the same key', async () => {
    const { acquirer, refund, status } = await refundingOrder();
    acquirer.loseNextAnswer();
    await refund.ask();
    expect(await status()).toBe('refunding');
    await refund.ask();
    expect(await status()).toBe('refunded');
    expect(acquirer.refunds.size).toBe(1);
  });
});
