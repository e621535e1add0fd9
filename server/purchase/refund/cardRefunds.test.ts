import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { CardRefund } from '../../providers/card/cardPort.ts';
import { silentOrderMachine } from '../order/silentStepContext.testing.ts';
import { findAttempt } from '../payment/attemptStore.ts';
import { recordPayment } from '../payment/cardPayments/concludePayment.ts';
import { openSubmittedOrders, type SubmittedOrder } from '../payment/submittedOrder.testing.ts';
import { refundByBank } from './refundByBank.ts';

const orders = await openSubmittedOrders();
const { paidOrder, refundingOrder, submittedOrder } = orders;
const eur = (units: bigint) => createAmount(fiatAsset('EUR'), units);
const clear = { assessment: { risk: 'clear', identity: 'accepted' } } as const;

const listRefunds = ({ orderId }: SubmittedOrder) =>
  orders.database.many<{ status: string; units: bigint }>(
    sql`select status, units from refunds where order_id = ${orderId} order by created_at, id`,
  );
const listSentUnits = ({ acquirer }: SubmittedOrder) =>
  [...acquirer.refunds.values()].map(({ amount }) => amount.units);
const findNewestRefund = ({ acquirer }: SubmittedOrder): CardRefund => {
  const [key, refund] = [...acquirer.refunds].at(-1) ?? [];
  if (!key || !refund) throw new Error('no refund was requested');
  return refund;
};
/** Changes the newest refund's status at the acquirer, and delivers its webhook. */
async function changeNewestRefund(order: SubmittedOrder, status: CardRefund['status']): Promise<void> {
  const refund = findNewestRefund(order);
  order.acquirer.refunds.set(refund.reference, { ...refund, status });
  await order.receiveEvent('refund.updated', refund.refundId);
}
/** Stores a refund at the acquirer that a person made in the acquirer's dashboard. */
function storeDashboardRefund(
  order: SubmittedOrder,
  units: bigint,
  status: CardRefund['status'] = 'settled',
): CardRefund {
  const refundId = `re_${randomUUID()}`;
  const refund = { refundId, paymentId: order.paymentId, reference: '', orderNo: '', amount: eur(units), status };
  order.acquirer.refunds.set(refundId, refund);
  return refund;
}

describe('a late answer of the acquirer', () => {
  test('does not hide a later capture, which is refunded', async () => {
    const order = await submittedOrder();
    await order.payment.authorize();
    const held = order.acquirer.payments.get(order.paymentId);
    await order.payment.capture();
    const attempt = await findAttempt(orders.database, order.attemptId);
    if (!attempt || !held) throw new Error('no attempt');
    await recordPayment(order.context, attempt, held);
    expect(await findAttempt(orders.database, order.attemptId)).toMatchObject({ status: 'captured' });
    await order.apply('conversion_failed', { reason: 'market_closed' });
    await order.refund.submit();
    expect(await order.status()).toBe('refunded');
    expect(listSentUnits(order)).toEqual([10_000n]);
  });

  test('turns a decline into an authorization, but not an authorization into a decline', async () => {
    const order = await submittedOrder();
    const attempt = await findAttempt(orders.database, order.attemptId);
    if (!attempt) throw new Error('no attempt');
    const payment = {
      paymentId: order.paymentId,
      orderNo: order.orderNo,
      attemptId: order.attemptId,
      amount: eur(10_000n),
      capturedAmount: eur(0n),
    };
    const statuses: string[] = [];
    for (const status of ['declined', 'requires_action', 'authorized', 'declined'] as const) {
      await recordPayment(order.context, attempt, { ...payment, status });
      statuses.push((await findAttempt(orders.database, order.attemptId))?.status ?? '');
    }
    expect(statuses).toEqual(['declined', 'declined', 'authorized', 'authorized']);
  });

  test('about a refund does not undo its later failure', async () => {
    const order = await refundingOrder();
    await order.refund.submit();
    const settled = findNewestRefund(order);
    await changeNewestRefund(order, 'failed');
    expect(await order.status()).toBe('on_hold');
    order.acquirer.refunds.set(settled.reference, settled);
    await order.receiveEvent('refund.updated', settled.refundId);
    expect(await listRefunds(order)).toEqual([{ status: 'failed', units: 10_000n }]);
    expect((await order.order()).refunded.units).toBe(0n);
  });
});

test('a refund never goes to the payer of another order', async () => {
  const [other, order] = [await paidOrder(), await refundingOrder()];
  await orders.database.run(sql`
    insert into order_events (order_id, sequence, kind, key, data, from_status, to_status, at)
    select id, event_sequence + 1, 'payment_captured', 'added',
      jsonb_build_object('paymentId', ${other.paymentId}::text, 'units', '10000'), status, status, slipway_now()
    from orders where id = ${order.orderId}`);
  // The event that records the refund has the next number.
  await orders.database.run(sql`update orders set event_sequence = event_sequence + 1 where id = ${order.orderId}`);
  await order.refund.submit();
  expect(findNewestRefund(order)).toMatchObject({ paymentId: order.paymentId, amount: eur(10_000n) });
  expect(await order.status()).toBe('refunded');
});

describe('the captured money of a second attempt', () => {
  const second = { attemptId: 'att_2', units: 10_000n, acquirerFeeUnits: null };
  async function createPaidTwice(): Promise<SubmittedOrder & { readonly secondPayment: string }> {
    const order = await paidOrder();
    const paymentId = `pi_second_${order.orderNo}`;
    await order.apply('payment_captured', { ...second, paymentId });
    return { ...order, secondPayment: paymentId };
  }

  test('is refunded to its own card while the order continues', async () => {
    const order = await createPaidTwice();
    expect(await order.order()).toMatchObject({ status: 'paid', surplus: eur(10_000n) });
    expect(await order.books()).toMatchObject({ 'liability:buyer': -10_000n, 'liability:refund': -10_000n });
    await order.refund.surplus();
    await order.refund.surplus();
    expect([...order.acquirer.refunds.values()].map(({ paymentId, amount }) => [paymentId, amount])).toEqual([
      [order.secondPayment, eur(10_000n)],
    ]);
    expect(await order.order()).toMatchObject({ status: 'paid', surplusReturned: eur(10_000n) });
    expect(await order.books()).not.toHaveProperty('liability:refund');
  });

  test('is refunded with the first one’s when the order is given up, each to its card', async () => {
    const order = await createPaidTwice();
    await order.apply('conversion_failed', { reason: 'market_closed' });
    await order.refund.submit();
    await order.refund.surplus();
    expect(new Set([...order.acquirer.refunds.values()].map(({ paymentId }) => paymentId))).toEqual(
      new Set([order.paymentId, order.secondPayment]),
    );
    expect(listSentUnits(order)).toEqual([10_000n, 10_000n]);
    expect(await order.status()).toBe('refunded');
    expect(await order.books()).not.toHaveProperty('liability:refund');
  });

  test('is not refunded during a hold or freeze, and is queried until it is settled', async () => {
    const order = await createPaidTwice();
    order.acquirer.setRefundStatus('pending');
    await order.apply('risk_flagged', { reason: 'day_amount' });
    await order.refund.surplus();
    expect(listSentUnits(order)).toEqual([]);
    await order.apply('hold_cleared', clear);
    await order.apply('frozen', { reason: 'payer_listed' });
    await order.refund.surplus();
    expect(listSentUnits(order)).toEqual([]);
    await order.apply('unfrozen', {});
    await order.apply('hold_cleared', clear);
    await order.refund.surplus();
    await changeNewestRefund(order, 'settled');
    expect(await order.order()).toMatchObject({ surplusReturned: eur(10_000n) });
  });

  test('is not refunded again after a lost dispute', async () => {
    const order = await createPaidTwice();
    const dispute = { paymentId: order.secondPayment, disputeId: 'dp_2' };
    await order.apply('payment_disputed', { ...dispute, units: 10_000n, disputeFeeUnits: null });
    await order.refund.surplus();
    await order.apply('dispute_lost', { ...dispute, units: 10_000n });
    await order.apply('hold_refused', {});
    await order.refund.surplus();
    expect(listSentUnits(order)).toEqual([10_000n]);
    expect(await order.status()).toBe('cancelled');
    expect(await order.books()).not.toHaveProperty('liability:refund');
    expect(await order.books()).not.toHaveProperty('liability:buyer');
  });

  test('is not refunded again after a dashboard refund', async () => {
    const order = await createPaidTwice();
    const refundId = 're_by_hand';
    await order.apply('external_refund', { refundId, units: 10_000n });
    await order.refund.surplus();
    expect(listSentUnits(order)).toEqual([]);
    await order.apply('hold_cleared', clear);
    expect(await order.status()).toBe('paid');
    expect(await order.books()).not.toHaveProperty('liability:refund');
    await order.apply('external_refund_failed', { refundId, units: 10_000n });
    await order.refund.surplus();
    expect(listSentUnits(order)).toEqual([10_000n]);
  });

  test('can be refunded by bank transfer when its card refuses it', async () => {
    const order = await createPaidTwice();
    order.acquirer.refuseRefunds('invalid_request');
    await order.refund.surplus();
    expect(await order.order()).toMatchObject({ status: 'paid', surplusReturned: eur(0n) });
    const { database } = orders;
    const creditor = { name: 'Anna Example', account: 'DE89370400440532013000' };
    const outcome = await database.transaction((transaction) =>
      refundByBank(silentOrderMachine, transaction, order.orderId, creditor, 'word'),
    );
    expect(outcome).toMatchObject({ kind: 'ok' });
    await order.refund.surplus();
    expect(listSentUnits(order)).toEqual([]);
    expect(await order.status()).toBe('paid');
  });
});

describe('a refund that the acquirer refuses or that fails', () => {
  test('holds the order, and another one is requested after the hold is cleared', async () => {
    const order = await refundingOrder();
    order.acquirer.refuseRefunds('invalid_request');
    await order.refund.submit();
    expect(await order.status()).toBe('on_hold');
    expect(await listRefunds(order)).toEqual([{ status: 'failed', units: 10_000n }]);
    await order.refund.sync();
    expect(order.acquirer.idempotencyKeys.filter((key) => key.startsWith('ref_'))).toHaveLength(1);

    order.acquirer.refuseRefunds(undefined);
    await order.apply('hold_cleared', clear);
    await order.refund.submit();
    expect(await order.status()).toBe('refunded');
    const keys = order.acquirer.idempotencyKeys.filter((key) => key.startsWith('ref_'));
    expect(new Set(keys).size).toBe(2);
    expect(await order.books()).not.toHaveProperty('liability:refund');
  });

  test('is repeated with another idempotency key when it fails after it was settled', async () => {
    const order = await refundingOrder();
    await order.refund.submit();
    expect(await order.status()).toBe('refunded');
    await changeNewestRefund(order, 'failed');
    expect(await order.order()).toMatchObject({ status: 'on_hold', refunded: eur(0n) });
    expect(await order.books()).toMatchObject({ 'liability:refund': -10_000n });
    await order.apply('hold_cleared', clear);
    await order.refund.submit();
    expect(await order.status()).toBe('refunded');
    expect(listSentUnits(order)).toEqual([10_000n, 10_000n]);
    expect(await order.books()).not.toHaveProperty('liability:refund');
  });

  test('changes no balance when it fails while it is pending', async () => {
    const order = await refundingOrder();
    order.acquirer.setRefundStatus('pending');
    await order.refund.submit();
    expect(await order.status()).toBe('refunding');
    await changeNewestRefund(order, 'failed');
    await changeNewestRefund(order, 'failed');
    expect(await order.order()).toMatchObject({ status: 'on_hold', refunded: eur(0n) });
    expect(await listRefunds(order)).toEqual([{ status: 'failed', units: 10_000n }]);
    expect(await order.books()).toMatchObject({ 'liability:refund': -10_000n });
  });

  test('is reversed in the ledger when its failure is reported while it settles', async () => {
    const order = await refundingOrder();
    order.acquirer.setRefundStatus('pending');
    await order.refund.submit();
    const pending = findNewestRefund(order);
    await changeNewestRefund(order, 'settled');
    expect(await order.status()).toBe('refunded');
    // The handler of the failure may have read the refund before it was settled.
    order.acquirer.refunds.set(pending.reference, { ...pending, status: 'failed' });
    await Promise.all([
      order.receiveEvent('refund.failed', pending.refundId),
      order.receiveEvent('refund.updated', pending.refundId),
      order.refund.sync(),
    ]);
    expect(await order.order()).toMatchObject({ status: 'on_hold', refunded: eur(0n) });
    expect(await order.books()).toMatchObject({ 'liability:refund': -10_000n });
  });
});

describe('the amount still owed', () => {
  test('is refunded without the disputed part', async () => {
    const order = await paidOrder();
    const about = { paymentId: order.paymentId, disputeId: 'du_1' };
    await order.apply('payment_disputed', { ...about, units: 4_000n, disputeFeeUnits: null });
    await order.apply('hold_refused', {});
    await order.refund.submit();
    expect(listSentUnits(order)).toEqual([6_000n]);
    expect(await order.status()).toBe('refunded');
  });

  test('is refunded in parts: a payment may have several settled refunds', async () => {
    const order = await refundingOrder();
    await orders.database.run(sql`
      insert into refunds (id, order_id, payment_id, units, asset, currency, decimals, status, created_at, updated_at)
      values (${randomUUID()}, ${order.orderId}, ${order.paymentId}, 2500, 'iso4217:EUR', 'EUR', 2, 'settled',
        slipway_now(), slipway_now())`);
    await order.apply('refund_settled', { refundId: 'ref_earlier', units: 2_500n, channel: 'acquirer' });
    await order.refund.submit();
    expect(listSentUnits(order).at(-1)).toBe(7_500n);
    expect(await order.status()).toBe('refunded');
  });

  test('drops an unsent refund that exceeds it, and puts the order on hold', async () => {
    const order = await refundingOrder();
    await orders.database.run(sql`
      insert into refunds (id, order_id, payment_id, units, asset, currency, decimals, status, created_at, updated_at)
      values (${`ref_${order.orderNo}`}, ${order.orderId}, ${order.paymentId}, 10000, 'iso4217:EUR', 'EUR', 2, 'requested',
        slipway_now(), slipway_now())`);
    await order.apply('external_refund', { refundId: 're_by_hand', units: 3_000n });
    await order.apply('hold_cleared', clear);
    await order.refund.submit();
    expect(listSentUnits(order)).toEqual([]);
    expect(await order.status()).toBe('on_hold');
  });
});

describe('a held or frozen order', () => {
  test('has its sent refund queried, and sends no other one', async () => {
    const order = await refundingOrder();
    order.acquirer.setRefundStatus('pending');
    await order.refund.submit();
    const about = { paymentId: order.paymentId, disputeId: 'du_1' };
    await order.apply('payment_disputed', { ...about, units: 1_000n, disputeFeeUnits: null });
    expect(await order.order()).toMatchObject({ status: 'on_hold', heldFrom: 'refunding' });
    const refund = findNewestRefund(order);
    order.acquirer.refunds.set(refund.reference, { ...refund, status: 'settled' });
    await order.refund.sync();
    expect((await order.order()).refunded.units).toBe(10_000n);
    expect(listSentUnits(order)).toHaveLength(1);
  });

  test('finds a refund whose answer was lost by its reference', async () => {
    const order = await refundingOrder();
    order.acquirer.loseNextAnswer();
    await order.refund.submit();
    await order.apply('payment_disputed', {
      paymentId: order.paymentId,
      disputeId: 'du_1',
      units: 1_000n,
      disputeFeeUnits: null,
    });
    await order.refund.sync();
    expect((await order.order()).refunded.units).toBe(10_000n);
    expect(order.acquirer.idempotencyKeys.filter((key) => key.startsWith('ref_'))).toHaveLength(1);
  });

  test('sends no refund that was not sent before', async () => {
    const order = await refundingOrder();
    await order.apply('risk_flagged', { reason: 'operator' });
    expect(await order.order()).toMatchObject({ status: 'on_hold', heldFrom: 'refunding' });
    await order.refund.sync();
    await order.refund.submit();
    expect(listSentUnits(order)).toEqual([]);
    expect(await listRefunds(order)).toEqual([]);
  });

  test('is refunded only after its freeze has ended', async () => {
    const order = await paidOrder();
    await orders.database.run(sql`update orders set frozen = true where id = ${order.orderId}`);
    await order.apply('conversion_failed', { reason: 'market_closed' });
    expect(await order.order()).toMatchObject({ status: 'refunding', frozen: true });
    await order.refund.submit();
    await order.refund.sync();
    expect(listSentUnits(order)).toEqual([]);
    const journal = await orders.database.many(
      sql`select conclusion from order_steps where order_id = ${order.orderId} and step like '%refund%'`,
    );
    expect(journal).toContainEqual({ conclusion: 'frozen' });
    await order.apply('unfrozen', {});
    await order.refund.submit();
    expect(await order.status()).toBe('refunded');
  });
});

test('sends no second refund when the acquirer has forgotten the idempotency key', async () => {
  const order = await refundingOrder();
  order.acquirer.loseNextAnswer();
  await order.refund.submit();
  const refund = findNewestRefund(order);
  // Stripe forgets idempotency keys after a day: the same request would be another refund.
  order.acquirer.refunds.delete(refund.reference);
  order.acquirer.refunds.set('kept without its key', refund);
  await order.refund.submit();
  expect(await order.status()).toBe('refunded');
  expect(listSentUnits(order)).toEqual([10_000n]);
});

describe('a refund in the acquirer’s dashboard', () => {
  const listExternalRefunds = ({ orderId }: SubmittedOrder) =>
    orders.database.many(sql`select acquirer_refund_id as id, units from external_refunds where order_id = ${orderId}`);

  test('holds the order and counts as refunded once', async () => {
    const order = await paidOrder();
    const { refundId } = storeDashboardRefund(order, 10_000n);
    await order.receiveEvent('refund.created', refundId);
    await order.receiveEvent('refund.updated', refundId);
    expect(await order.order()).toMatchObject({ status: 'on_hold', refunded: eur(10_000n) });
    expect(await listExternalRefunds(order)).toEqual([{ id: refundId, units: 10_000n }]);
    expect(await order.books()).not.toHaveProperty('liability:buyer');
    await order.apply('hold_refused', {});
    await order.refund.submit();
    expect(await order.status()).toBe('refunded');
    expect(listSentUnits(order)).toEqual([10_000n]);
  });

  test('of a part leaves the rest to be refunded', async () => {
    const order = await refundingOrder();
    const { refundId } = storeDashboardRefund(order, 4_000n);
    await order.receiveEvent('refund.created', refundId);
    expect(await order.status()).toBe('on_hold');
    await order.apply('hold_cleared', clear);
    await order.refund.submit();
    expect(listSentUnits(order)).toEqual([4_000n, 6_000n]);
    expect(await order.status()).toBe('refunded');
    expect(await order.books()).not.toHaveProperty('liability:refund');
  });

  test('holds the order while it is pending, and counts once it is settled', async () => {
    const order = await paidOrder();
    const refund = storeDashboardRefund(order, 10_000n, 'pending');
    await order.receiveEvent('refund.created', refund.refundId);
    expect(await order.order()).toMatchObject({ status: 'on_hold', refunded: eur(0n) });
    order.acquirer.refunds.set(refund.refundId, { ...refund, status: 'settled' });
    await order.receiveEvent('refund.updated', refund.refundId);
    expect((await order.order()).refunded.units).toBe(10_000n);
  });

  test('is ignored when it has failed', async () => {
    const order = await paidOrder();
    const { refundId } = storeDashboardRefund(order, 10_000n, 'failed');
    await order.receiveEvent('refund.failed', refundId);
    expect(await order.order()).toMatchObject({ status: 'paid', refunded: eur(0n) });
    expect(await listExternalRefunds(order)).toEqual([]);
  });

  test('is owed again when it fails after it was counted, and raises one alert', async () => {
    const order = await paidOrder();
    const refund = storeDashboardRefund(order, 10_000n);
    await order.receiveEvent('refund.created', refund.refundId);
    order.acquirer.refunds.set(refund.refundId, { ...refund, status: 'failed' });
    await order.receiveEvent('refund.failed', refund.refundId);
    await order.receiveEvent('refund.updated', refund.refundId);
    const alerts = await orders.database.many(
      sql`select kind from operator_alerts where order_id = ${order.orderId} and kind = 'external_refund_failed'`,
    );
    expect(alerts).toHaveLength(1);
    expect(await order.order()).toMatchObject({ status: 'on_hold', refunded: eur(0n) });
    await order.apply('hold_refused', {});
    await order.refund.submit();
    expect(listSentUnits(order)).toEqual([10_000n, 10_000n]);
    expect(await order.status()).toBe('refunded');
  });

  test('is not confused with a refund of the order whose webhook arrives before its answer', async () => {
    const order = await refundingOrder();
    order.acquirer.loseNextAnswer();
    await order.refund.submit();
    await order.receiveEvent('refund.created', findNewestRefund(order).refundId);
    expect(await order.status()).toBe('refunded');
    expect(await listExternalRefunds(order)).toEqual([]);
    await order.refund.submit();
    expect(await order.books()).not.toHaveProperty('liability:refund');
  });

  test('counts for its payment even with the reference of another order’s refund', async () => {
    const [order, other] = [await paidOrder(), await refundingOrder()];
    await other.refund.submit();
    const refund = {
      ...storeDashboardRefund(order, 1_000n),
      reference: findNewestRefund(other).reference,
      orderNo: other.orderNo,
    };
    order.acquirer.refunds.set(refund.refundId, refund);
    await order.receiveEvent('refund.created', refund.refundId);
    expect(await listExternalRefunds(order)).toEqual([{ id: refund.refundId, units: 1_000n }]);
    expect(await listRefunds(other)).toEqual([{ status: 'settled', units: 10_000n }]);
  });

  test('of an unknown payment is ignored', async () => {
    const order = await paidOrder();
    const refund = { ...storeDashboardRefund(order, 1_000n), paymentId: 'pi_of_another_shop' };
    order.acquirer.refunds.set(refund.refundId, refund);
    await order.receiveEvent('refund.created', refund.refundId);
    expect(await order.status()).toBe('paid');
  });
});
