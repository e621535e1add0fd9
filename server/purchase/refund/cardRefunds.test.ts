import { randomUUID } from 'node:crypto';
import { amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { CardRefund } from '../../providers/card/cardPort.ts';
import { silentOrderMachine } from '../order/silentStepContext.testing.ts';
import { findAttempt } from '../payment/attemptStore.ts';
import { recordPayment } from '../payment/concludePayment.ts';
import { openSubmittedOrders, type SubmittedOrder } from '../payment/submittedOrder.testing.ts';
import { refundByBank } from './refundByBank.ts';

const orders = await openSubmittedOrders();
const { paidOrder, refundingOrder, submittedOrder } = orders;
const eur = (units: bigint) => amountOf(fiatAsset('EUR'), units);
const clear = { assessment: { risk: 'clear', identity: 'accepted' } } as const;

const rows = ({ orderId }: SubmittedOrder) =>
  orders.database.many<{ status: string; units: bigint }>(
    sql`select status, units from refunds where order_id = ${orderId} order by created_at, id`,
  );
const sent = ({ acquirer }: SubmittedOrder) => [...acquirer.refunds.values()].map(({ amount }) => amount.units);
const newest = ({ acquirer }: SubmittedOrder): CardRefund => {
  const [key, refund] = [...acquirer.refunds].at(-1) ?? [];
  if (!key || !refund) throw new Error('no refund was asked for');
  return refund;
};
/** Changes the newest refund's status at the acquirer and notifies. */
async function becomes(order: SubmittedOrder, status: CardRefund['status']): Promise<void> {
  const refund = newest(order);
  order.acquirer.refunds.set(refund.reference, { ...refund, status });
  await order.hears('refund.updated', refund.refundId);
}
/** A refund made by hand in the acquirer's dashboard. */
function byHand(order: SubmittedOrder, units: bigint, status: CardRefund['status'] = 'settled'): CardRefund {
  const refundId = `re_${randomUUID()}`;
  const refund = { refundId, paymentId: order.paymentId, reference: '', orderNo: '', amount: eur(units), status };
  order.acquirer.refunds.set(refundId, refund);
  return refund;
}

describe('an answer that took its time', () => {
  test('does not hide what was captured since: the money finds its way back', async () => {
    const order = await submittedOrder();
    await order.payment.authorize();
    const held = order.acquirer.payments.get(order.paymentId);
    await order.payment.capture();
    const attempt = await findAttempt(orders.database, order.attemptId);
    if (!attempt || !held) throw new Error('no attempt');
    await recordPayment(order.context, attempt, held);
    expect(await findAttempt(orders.database, order.attemptId)).toMatchObject({ status: 'captured' });
    await order.tell('conversion_failed', { reason: 'market_closed' });
    await order.refund.ask();
    expect(await order.status()).toBe('refunded');
    expect(sent(order)).toEqual([10_000n]);
  });

  test('a decline may still turn out to be a hold, and a hold is no decline any more', async () => {
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

  test('of a refund that has failed since does not bring it back', async () => {
    const order = await refundingOrder();
    await order.refund.ask();
    const settled = newest(order);
    await becomes(order, 'failed');
    expect(await order.status()).toBe('on_hold');
    order.acquirer.refunds.set(settled.reference, settled);
    await order.hears('refund.updated', settled.refundId);
    expect(await rows(order)).toEqual([{ status: 'failed', units: 10_000n }]);
    expect((await order.order()).refunded.units).toBe(0n);
  });
});

describe('money of a second attempt that was taken too', () => {
  const second = { attemptId: 'att_2', units: 10_000n, acquirerFeeUnits: null };
  async function paidTwice(): Promise<SubmittedOrder & { readonly secondPayment: string }> {
    const order = await paidOrder();
    const paymentId = `pi_second_${order.orderNo}`;
    await order.tell('payment_captured', { ...second, paymentId });
    return { ...order, secondPayment: paymentId };
  }

  test('goes back to its own card while the order goes on', async () => {
    const order = await paidTwice();
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

  test('an order that is given up gives both back, each to its card', async () => {
    const order = await paidTwice();
    await order.tell('conversion_failed', { reason: 'market_closed' });
    await order.refund.ask();
    await order.refund.surplus();
    expect(new Set([...order.acquirer.refunds.values()].map(({ paymentId }) => paymentId))).toEqual(
      new Set([order.paymentId, order.secondPayment]),
    );
    expect(sent(order)).toEqual([10_000n, 10_000n]);
    expect(await order.status()).toBe('refunded');
    expect(await order.books()).not.toHaveProperty('liability:refund');
  });

  test('waits in a hold and on a list, and is asked about until it is decided', async () => {
    const order = await paidTwice();
    order.acquirer.refundsBegin('pending');
    await order.tell('risk_flagged', { reason: 'day_amount' });
    await order.refund.surplus();
    expect(sent(order)).toEqual([]);
    await order.tell('hold_cleared', clear);
    await order.tell('frozen', { reason: 'payer_listed' });
    await order.refund.surplus();
    expect(sent(order)).toEqual([]);
    await order.tell('unfrozen', {});
    await order.tell('hold_cleared', clear);
    await order.refund.surplus();
    await becomes(order, 'settled');
    expect(await order.order()).toMatchObject({ surplusReturned: eur(10_000n) });
  });

  test('that a bank has taken back is not given back once more', async () => {
    const order = await paidTwice();
    const dispute = { paymentId: order.secondPayment, disputeId: 'dp_2' };
    await order.tell('payment_disputed', { ...dispute, units: 10_000n, disputeFeeUnits: null });
    await order.refund.surplus();
    await order.tell('dispute_lost', { ...dispute, units: 10_000n });
    await order.tell('hold_refused', {});
    await order.refund.surplus();
    expect(sent(order)).toEqual([10_000n]);
    expect(await order.status()).toBe('cancelled');
    expect(await order.books()).not.toHaveProperty('liability:refund');
    expect(await order.books()).not.toHaveProperty('liability:buyer');
  });

  test('is not sent again after a person has given it back in the dashboard', async () => {
    const order = await paidTwice();
    const refundId = 're_by_hand';
    await order.tell('refund_elsewhere', { refundId, units: 10_000n });
    await order.refund.surplus();
    expect(sent(order)).toEqual([]);
    await order.tell('hold_cleared', clear);
    expect(await order.status()).toBe('paid');
    expect(await order.books()).not.toHaveProperty('liability:refund');
    await order.tell('refund_elsewhere_failed', { refundId, units: 10_000n });
    await order.refund.surplus();
    expect(sent(order)).toEqual([10_000n]);
  });

  test('that its card does not take goes by a transfer', async () => {
    const order = await paidTwice();
    order.acquirer.refuseRefunds('invalid_request');
    await order.refund.surplus();
    expect(await order.order()).toMatchObject({ status: 'paid', surplusReturned: eur(0n) });
    const { database } = orders;
    const creditor = { name: 'Anna Example', account: 'DE89370400440532013000' };
    const asked = await database.transaction((transaction) =>
      refundByBank(silentOrderMachine, transaction, order.orderId, creditor, 'word'),
    );
    expect(asked).toMatchObject({ kind: 'ok' });
    await order.refund.surplus();
    expect(sent(order)).toEqual([]);
    expect(await order.status()).toBe('paid');
  });
});

describe('a refund that the acquirer refuses', () => {
  test('is over: the order is held, and after a clearing another one is asked for', async () => {
    const order = await refundingOrder();
    order.acquirer.refuseRefunds('invalid_request');
    await order.refund.ask();
    expect(await order.status()).toBe('on_hold');
    expect(await rows(order)).toEqual([{ status: 'failed', units: 10_000n }]);
    await order.refund.sync();
    expect(order.acquirer.acts.filter((key) => key.startsWith('ref_'))).toHaveLength(1);

    order.acquirer.refuseRefunds(undefined);
    await order.tell('hold_cleared', clear);
    await order.refund.ask();
    expect(await order.status()).toBe('refunded');
    const keys = order.acquirer.acts.filter((key) => key.startsWith('ref_'));
    expect(new Set(keys).size).toBe(2);
    expect(await order.books()).not.toHaveProperty('liability:refund');
  });

  test('fails late, and the money goes back another time under another key', async () => {
    const order = await refundingOrder();
    await order.refund.ask();
    expect(await order.status()).toBe('refunded');
    await becomes(order, 'failed');
    expect(await order.order()).toMatchObject({ status: 'on_hold', refunded: eur(0n) });
    expect(await order.books()).toMatchObject({ 'liability:refund': -10_000n });
    await order.tell('hold_cleared', clear);
    await order.refund.ask();
    expect(await order.status()).toBe('refunded');
    expect(sent(order)).toEqual([10_000n, 10_000n]);
    expect(await order.books()).not.toHaveProperty('liability:refund');
  });

  test('one that was pending first and fails moves nothing in the books', async () => {
    const order = await refundingOrder();
    order.acquirer.refundsBegin('pending');
    await order.refund.ask();
    expect(await order.status()).toBe('refunding');
    await becomes(order, 'failed');
    await becomes(order, 'failed');
    expect(await order.order()).toMatchObject({ status: 'on_hold', refunded: eur(0n) });
    expect(await rows(order)).toEqual([{ status: 'failed', units: 10_000n }]);
    expect(await order.books()).toMatchObject({ 'liability:refund': -10_000n });
  });

  test('settled and failed at once by two messages: what was settled is booked back', async () => {
    const order = await refundingOrder();
    order.acquirer.refundsBegin('pending');
    await order.refund.ask();
    const pending = newest(order);
    await becomes(order, 'settled');
    expect(await order.status()).toBe('refunded');
    // The handler of the failure may have read the refund before it was settled.
    order.acquirer.refunds.set(pending.reference, { ...pending, status: 'failed' });
    await Promise.all([
      order.hears('refund.failed', pending.refundId),
      order.hears('refund.updated', pending.refundId),
      order.refund.sync(),
    ]);
    expect(await order.order()).toMatchObject({ status: 'on_hold', refunded: eur(0n) });
    expect(await order.books()).toMatchObject({ 'liability:refund': -10_000n });
  });
});

describe('what is still owed', () => {
  test('and no more goes back after a part of it was disputed', async () => {
    const order = await paidOrder();
    const about = { paymentId: order.paymentId, disputeId: 'du_1' };
    await order.tell('payment_disputed', { ...about, units: 4_000n, disputeFeeUnits: null });
    await order.tell('hold_refused', {});
    await order.refund.ask();
    expect(sent(order)).toEqual([6_000n]);
    expect(await order.status()).toBe('refunded');
  });

  test('goes back in parts: of a payment, more than one refund may settle', async () => {
    const order = await refundingOrder();
    await orders.database.run(sql`
      insert into refunds (id, order_id, payment_id, units, asset, currency, decimals, status, created_at, updated_at)
      values (${randomUUID()}, ${order.orderId}, ${order.paymentId}, 2500, 'iso4217:EUR', 'EUR', 2, 'settled',
        slipway_now(), slipway_now())`);
    await order.tell('refund_settled', { refundId: 'ref_earlier', units: 2_500n, channel: 'acquirer' });
    await order.refund.ask();
    expect(sent(order).at(-1)).toBe(7_500n);
    expect(await order.status()).toBe('refunded');
  });

  test('an intent from before that would give back too much is given up, not sent', async () => {
    const order = await refundingOrder();
    await orders.database.run(sql`
      insert into refunds (id, order_id, payment_id, units, asset, currency, decimals, status, created_at, updated_at)
      values (${`ref_${order.orderNo}`}, ${order.orderId}, ${order.paymentId}, 10000, 'iso4217:EUR', 'EUR', 2, 'requested',
        slipway_now(), slipway_now())`);
    await order.tell('refund_elsewhere', { refundId: 're_by_hand', units: 3_000n });
    await order.tell('hold_cleared', clear);
    await order.refund.ask();
    expect(sent(order)).toEqual([]);
    expect(await order.status()).toBe('on_hold');
  });
});

describe('a held order', () => {
  test('whose refund was sent is asked about it, and nothing more is sent', async () => {
    const order = await refundingOrder();
    order.acquirer.refundsBegin('pending');
    await order.refund.ask();
    const about = { paymentId: order.paymentId, disputeId: 'du_1' };
    await order.tell('payment_disputed', { ...about, units: 1_000n, disputeFeeUnits: null });
    expect(await order.order()).toMatchObject({ status: 'on_hold', heldFrom: 'refunding' });
    const refund = newest(order);
    order.acquirer.refunds.set(refund.reference, { ...refund, status: 'settled' });
    await order.refund.sync();
    expect((await order.order()).refunded.units).toBe(10_000n);
    expect(sent(order)).toHaveLength(1);
  });

  test('whose answer was lost finds it by what was sent along', async () => {
    const order = await refundingOrder();
    order.acquirer.loseNextAnswer();
    await order.refund.ask();
    await order.tell('payment_disputed', {
      paymentId: order.paymentId,
      disputeId: 'du_1',
      units: 1_000n,
      disputeFeeUnits: null,
    });
    await order.refund.sync();
    expect((await order.order()).refunded.units).toBe(10_000n);
    expect(order.acquirer.acts.filter((key) => key.startsWith('ref_'))).toHaveLength(1);
  });

  test('whose refund was never sent sends none', async () => {
    const order = await refundingOrder();
    await order.tell('risk_flagged', { reason: 'operator' });
    expect(await order.order()).toMatchObject({ status: 'on_hold', heldFrom: 'refunding' });
    await order.refund.sync();
    await order.refund.ask();
    expect(sent(order)).toEqual([]);
    expect(await rows(order)).toEqual([]);
  });

  test('a buyer on a list gets nothing back before an operator has lifted it', async () => {
    const order = await paidOrder();
    await orders.database.run(sql`update orders set frozen = true where id = ${order.orderId}`);
    await order.tell('conversion_failed', { reason: 'market_closed' });
    expect(await order.order()).toMatchObject({ status: 'refunding', frozen: true });
    await order.refund.ask();
    await order.refund.sync();
    expect(sent(order)).toEqual([]);
    const journal = await orders.database.many(
      sql`select conclusion from order_steps where order_id = ${order.orderId} and step like '%refund%'`,
    );
    expect(journal).toContainEqual({ conclusion: 'frozen' });
    await order.tell('unfrozen', {});
    await order.refund.ask();
    expect(await order.status()).toBe('refunded');
  });
});

test('a key of idempotency that the acquirer has forgotten sends nothing twice', async () => {
  const order = await refundingOrder();
  order.acquirer.loseNextAnswer();
  await order.refund.ask();
  const refund = newest(order);
  // Stripe forgets idempotency keys after a day: the same request would be another refund.
  order.acquirer.refunds.delete(refund.reference);
  order.acquirer.refunds.set('kept without its key', refund);
  await order.refund.ask();
  expect(await order.status()).toBe('refunded');
  expect(sent(order)).toEqual([10_000n]);
});

describe("a refund of the acquirer's dashboard", () => {
  const elsewhere = ({ orderId }: SubmittedOrder) =>
    orders.database.many(
      sql`select acquirer_refund_id as id, units from refunds_elsewhere where order_id = ${orderId}`,
    );

  test('stops the order and counts as given back, however often it is told', async () => {
    const order = await paidOrder();
    const { refundId } = byHand(order, 10_000n);
    await order.hears('refund.created', refundId);
    await order.hears('refund.updated', refundId);
    expect(await order.order()).toMatchObject({ status: 'on_hold', refunded: eur(10_000n) });
    expect(await elsewhere(order)).toEqual([{ id: refundId, units: 10_000n }]);
    expect(await order.books()).not.toHaveProperty('liability:buyer');
    await order.tell('hold_refused', {});
    await order.refund.ask();
    expect(await order.status()).toBe('refunded');
    expect(sent(order)).toEqual([10_000n]);
  });

  test('a part of it leaves the rest to us', async () => {
    const order = await refundingOrder();
    const { refundId } = byHand(order, 4_000n);
    await order.hears('refund.created', refundId);
    expect(await order.status()).toBe('on_hold');
    await order.tell('hold_cleared', clear);
    await order.refund.ask();
    expect(sent(order)).toEqual([4_000n, 6_000n]);
    expect(await order.status()).toBe('refunded');
    expect(await order.books()).not.toHaveProperty('liability:refund');
  });

  test('that is pending stops the order, and counts once it is settled', async () => {
    const order = await paidOrder();
    const refund = byHand(order, 10_000n, 'pending');
    await order.hears('refund.created', refund.refundId);
    expect(await order.order()).toMatchObject({ status: 'on_hold', refunded: eur(0n) });
    order.acquirer.refunds.set(refund.refundId, { ...refund, status: 'settled' });
    await order.hears('refund.updated', refund.refundId);
    expect((await order.order()).refunded.units).toBe(10_000n);
  });

  test('that has failed counts for nothing', async () => {
    const order = await paidOrder();
    const { refundId } = byHand(order, 10_000n, 'failed');
    await order.hears('refund.failed', refundId);
    expect(await order.order()).toMatchObject({ status: 'paid', refunded: eur(0n) });
    expect(await elsewhere(order)).toEqual([]);
  });

  test('that fails after it was counted is owed again, and the operator hears of it once', async () => {
    const order = await paidOrder();
    const refund = byHand(order, 10_000n);
    await order.hears('refund.created', refund.refundId);
    order.acquirer.refunds.set(refund.refundId, { ...refund, status: 'failed' });
    await order.hears('refund.failed', refund.refundId);
    await order.hears('refund.updated', refund.refundId);
    const alerts = await orders.database.many(
      sql`select kind from operator_alerts where order_id = ${order.orderId} and kind = 'refund_elsewhere_failed'`,
    );
    expect(alerts).toHaveLength(1);
    expect(await order.order()).toMatchObject({ status: 'on_hold', refunded: eur(0n) });
    await order.tell('hold_refused', {});
    await order.refund.ask();
    expect(sent(order)).toEqual([10_000n, 10_000n]);
    expect(await order.status()).toBe('refunded');
  });

  test('is not our own one whose webhook came before its answer', async () => {
    const order = await refundingOrder();
    order.acquirer.loseNextAnswer();
    await order.refund.ask();
    await order.hears('refund.created', newest(order).refundId);
    expect(await order.status()).toBe('refunded');
    expect(await elsewhere(order)).toEqual([]);
    await order.refund.ask();
    expect(await order.books()).not.toHaveProperty('liability:refund');
  });

  test('with a reference that is none of this payment is somebody’s by hand', async () => {
    const [order, other] = [await paidOrder(), await refundingOrder()];
    await other.refund.ask();
    const refund = { ...byHand(order, 1_000n), reference: newest(other).reference, orderNo: other.orderNo };
    order.acquirer.refunds.set(refund.refundId, refund);
    await order.hears('refund.created', refund.refundId);
    expect(await elsewhere(order)).toEqual([{ id: refund.refundId, units: 1_000n }]);
    expect(await rows(other)).toEqual([{ status: 'settled', units: 10_000n }]);
  });

  test('of a payment that is none of ours is let be', async () => {
    const order = await paidOrder();
    const refund = { ...byHand(order, 1_000n), paymentId: 'pi_of_another_shop' };
    order.acquirer.refunds.set(refund.refundId, refund);
    await order.hears('refund.created', refund.refundId);
    expect(await order.status()).toBe('paid');
  });
});
