import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openSubmittedOrders } from '../submittedOrder.testing.ts';

const { submittedOrder, paidOrder, refundingOrder, database } = await openSubmittedOrders();

describe('the steps with the acquirer', () => {
  test('authorize and capture, each with its idempotency key', async () => {
    const { attemptId, acquirer, payment, status } = await submittedOrder();
    await payment.authorize();
    expect(await status()).toBe('capturing');
    await payment.capture();
    expect(await status()).toBe('paid');
    expect(acquirer.idempotencyKeys).toEqual([`${attemptId}:authorize`, `${attemptId}:capture`]);
  });

  test('resolve a lost answer with the same key, to one payment and one charge', async () => {
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
    expect(new Set(acquirer.idempotencyKeys)).toEqual(new Set([`${attemptId}:authorize`, `${attemptId}:capture`]));
  });

  test('do nothing while the order is in a state of another step', async () => {
    const { acquirer, payment, status } = await submittedOrder();
    await payment.capture();
    await payment.void();
    expect(acquirer.idempotencyKeys).toEqual([]);
    expect(await status()).toBe('authorizing');
  });

  test('never count the payment of another order', async () => {
    const paid = await paidOrder();
    const other = await submittedOrder({ card: paid.acquirer.card, confirmationToken: 'ctoken_2' });
    await database.run(sql`
      update orders set status = 'capturing', current_attempt_id = ${paid.attemptId} where id = ${other.orderId}`);
    await other.payment.capture();
    expect(await other.order()).toMatchObject({ status: 'capturing', captured: { units: 0n } });
    expect(paid.acquirer.idempotencyKeys).toEqual([`${paid.attemptId}:authorize`, `${paid.attemptId}:capture`]);
  });

  test('void the authorization when the payment window closes during it', async () => {
    const { attemptId, acquirer, apply, payment, status } = await submittedOrder();
    acquirer.loseNextAnswer();
    await payment.authorize();
    await apply('payment_window_closed', {});
    expect(await status()).toBe('voiding');
    await payment.void();
    await payment.void();
    expect(await status()).toBe('cancelled');
    expect(acquirer.payments.get(`pi_${attemptId}`)?.status).toBe('voided');
  });
});

describe('a refund', () => {
  test('returns the whole captured amount once, even if its step is repeated', async () => {
    const { orderId, acquirer, refund, status } = await refundingOrder();
    await Promise.all([refund.submit(), refund.submit()]);
    await refund.sync();
    expect(await status()).toBe('refunded');
    expect([...acquirer.refunds.values()].map(({ amount }) => amount.units)).toEqual([10_000n]);
    const left = await database.many(sql`
      select account, asset, sum(units) as units from ledger_postings
      where order_id = ${orderId} and account like 'liability:%' group by account, asset having sum(units) <> 0`);
    expect(left).toEqual([]);
  });

  test('is requested again with the same key when its answer was lost', async () => {
    const { acquirer, refund, status } = await refundingOrder();
    acquirer.loseNextAnswer();
    await refund.submit();
    expect(await status()).toBe('refunding');
    await refund.submit();
    expect(await status()).toBe('refunded');
    expect(acquirer.refunds.size).toBe(1);
  });
});
