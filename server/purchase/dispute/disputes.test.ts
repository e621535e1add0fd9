import { type Amount, createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { saveExampleProfile } from '../../account/details/exampleProfile.testing.ts';
import { exampleOrder } from '../order/orderArbitraries.testing.ts';
import type { SubmittedOrder } from '../payment/submittedOrder.testing.ts';
import {
  closeAsLost,
  closeAsWon,
  deliverDisputeWebhook,
  createDispute as dispute,
  eur,
  openDisputedOrders,
} from './disputedOrders.testing.ts';
import { processDueDisputes } from './processDueDisputes.ts';
import { recordDispute } from './recordDispute.ts';

const orders = await openDisputedOrders();
const { paidOrder, refundingOrder, createDeliveredOrder, passDays, alerts } = orders;
const clear = { assessment: { risk: 'clear', identity: 'accepted' } } as const;

afterEach(() => orders.resetClock());

describe('a dispute', () => {
  test('puts the order on hold, books the disputed part and the acquirer’s fee, and raises an alert', async () => {
    const order = await paidOrder();
    const reported = await deliverDisputeWebhook(order, dispute(order));
    expect(await order.order()).toMatchObject({ status: 'on_hold', dispute: 'open', disputed: eur(4_000n) });
    expect(await order.books()).toMatchObject({ 'asset:dispute': 4_000n, 'expense:dispute': 2_000n });
    expect(await alerts(order, 'dispute_opened')).toMatchObject([
      { facts: { dispute: reported.disputeId, amount: '40.00 EUR', reason: 'fraudulent', answeredByItselfAt: null } },
    ]);
  });

  test('counts once when it is reported repeatedly, late and in any order', async () => {
    const order = await paidOrder();
    const reported = await deliverDisputeWebhook(order, dispute(order));
    await deliverDisputeWebhook(order, reported);
    await deliverDisputeWebhook(order, closeAsWon(reported));
    await order.receiveEvent('dispute.charge.dispute.created', reported.disputeId);
    expect(await order.order()).toMatchObject({ dispute: 'won', disputed: eur(0n), clawedBack: eur(0n) });
    expect(await order.books()).toMatchObject({ 'expense:dispute': 2_000n });
    await order.apply('hold_cleared', clear);
    expect(await order.status()).toBe('paid');
  });

  test('is not changed by a query of the acquirer that is older than the newest one', async () => {
    const order = await paidOrder();
    const reported = dispute(order);
    // Two queries within one millisecond would have the same time.
    const before = new Date((await orders.database.now()).getTime() - 1);
    await deliverDisputeWebhook(order, closeAsWon(reported));
    await recordDispute(order.context, reported, before);
    expect(await order.order()).toMatchObject({ dispute: 'won', disputed: eur(0n) });
  });

  test('is deducted from the refund when it is lost', async () => {
    const order = await paidOrder();
    const reported = await deliverDisputeWebhook(order, dispute(order));
    await deliverDisputeWebhook(order, closeAsLost(reported));
    await order.apply('hold_refused', {});
    await order.refund.submit();
    expect([...order.acquirer.refunds.values()].map(({ amount }) => amount.units)).toEqual([6_000n]);
    expect(await order.status()).toBe('refunded');
    expect(await order.order()).toMatchObject({ clawedBack: eur(4_000n), disputed: eur(0n) });
  });

  test('is booked with its fee when it is lost at once, without a chance to answer', async () => {
    const order = await createDeliveredOrder();
    await deliverDisputeWebhook(order, closeAsLost(dispute(order)));
    expect(await order.order()).toMatchObject({ status: 'delivered', dispute: 'lost', clawedBack: eur(4_000n) });
    expect(await order.books()).toMatchObject({ 'expense:dispute': 6_000n });
    expect(await order.books()).not.toHaveProperty('asset:dispute');
  });

  test('is booked in addition to another dispute of the same payment', async () => {
    const order = await paidOrder();
    const first = await deliverDisputeWebhook(order, dispute(order));
    const second = await deliverDisputeWebhook(order, dispute(order, { amount: eur(1_000n), withdrawn: eur(1_000n) }));
    expect((await order.order()).disputed).toEqual(eur(5_000n));
    await deliverDisputeWebhook(order, closeAsLost(second));
    await deliverDisputeWebhook(order, closeAsWon(first));
    expect(await order.order()).toMatchObject({ disputed: eur(0n), clawedBack: eur(1_000n) });
    await order.apply('hold_refused', {});
    await order.refund.submit();
    expect([...order.acquirer.refunds.values()].map(({ amount }) => amount.units)).toEqual([9_000n]);
  });

  test('puts the order on hold even if its refund is pending', async () => {
    const order = await refundingOrder();
    order.acquirer.setRefundStatus('pending');
    await order.refund.submit();
    await deliverDisputeWebhook(order, dispute(order));
    expect(await order.order()).toMatchObject({ status: 'on_hold', heldFrom: 'refunding', disputed: eur(4_000n) });
  });

  test('in another currency counts as the whole payment, without a fee', async () => {
    const order = await paidOrder();
    const foreign: Amount = createAmount(fiatAsset('USD'), 4_400n);
    await deliverDisputeWebhook(
      order,
      dispute(order, { amount: foreign, withdrawn: foreign, fee: createAmount(fiatAsset('USD'), 1_500n) }),
    );
    expect(await order.order()).toMatchObject({ disputed: eur(10_000n) });
    expect(await order.books()).not.toHaveProperty('expense:dispute');
  });

  test('that is only an inquiry withdraws no money, holds the unsent order, and can become a dispute', async () => {
    const order = await paidOrder();
    const warning = dispute(order, { status: 'warned', withdrawn: eur(0n) });
    const { fee: _, ...inquiry } = warning;
    await deliverDisputeWebhook(order, inquiry);
    expect(await order.order()).toMatchObject({ status: 'on_hold', dispute: 'warned', disputed: eur(0n) });
    await deliverDisputeWebhook(order, { ...warning, status: 'open', withdrawn: eur(4_000n) });
    expect(await order.order()).toMatchObject({ dispute: 'open', disputed: eur(4_000n) });
    expect((await alerts(order, 'dispute_opened')).map(({ facts }) => facts['status'])).toEqual(['warned', 'open']);
  });

  test('reverses the loss when an appeal succeeds, and raises one alert', async () => {
    const order = await createDeliveredOrder();
    const reported = await deliverDisputeWebhook(order, dispute(order));
    await deliverDisputeWebhook(order, closeAsLost(reported));
    const { 'expense:dispute': loss = 0n } = await order.books();
    await deliverDisputeWebhook(order, closeAsWon(reported));
    await deliverDisputeWebhook(order, closeAsWon(reported));
    expect(await alerts(order, 'dispute_returned')).toHaveLength(1);
    expect(await order.order()).toMatchObject({ dispute: 'won', clawedBack: eur(0n) });
    expect((await order.books())['expense:dispute']).toBe(loss - 4_000n);
  });

  test('of an unknown payment is ignored', async () => {
    const order = await paidOrder();
    await deliverDisputeWebhook(order, { ...dispute(order), paymentId: 'pi_of_another_shop' });
    expect(await order.status()).toBe('paid');
  });
});

describe('a warning', () => {
  test('holds an undelivered order, once', async () => {
    const order = await paidOrder();
    order.acquirer.warnings.set('issfr_1', { warningId: 'issfr_1', paymentId: order.paymentId, actionable: true });
    await order.receiveEvent('warning.radar.early_fraud_warning.created', 'issfr_1');
    expect(await order.order()).toMatchObject({ status: 'on_hold', dispute: 'warned', reason: 'fraud_warning' });
    await order.apply('hold_cleared', clear);
    await order.receiveEvent('warning.radar.early_fraud_warning.updated', 'issfr_1');
    expect(await order.status()).toBe('paid');
  });

  test('is ignored if a refund or a dispute has answered it', async () => {
    const order = await paidOrder();
    order.acquirer.warnings.set('issfr_2', { warningId: 'issfr_2', paymentId: order.paymentId, actionable: false });
    await order.receiveEvent('warning.radar.early_fraud_warning.created', 'issfr_2');
    expect(await order.order()).toMatchObject({ status: 'paid', dispute: 'none' });
  });
});

const processDue = (order: SubmittedOrder) =>
  processDueDisputes({ ...order.context, operatorName: 'Slipway', explorerUrl: undefined });

describe('the automatic answer to a dispute', () => {
  test('is sent once, after half of the time to answer, with the order’s records', async () => {
    const order = await createDeliveredOrder();
    await saveExampleProfile(orders.database, order.orderNo);
    await orders.database.run(sql`
      insert into identity_checks (buyer_id, provider, status, opened_at, updated_at, accepted_at)
      values (${order.orderNo}, 'sumsub', 'accepted', slipway_now(), slipway_now(), slipway_now())`);
    await orders.database.run(sql`
      insert into sessions (buyer_id, token_hash, cookie_hash, created_at, last_seen_at, proved_at, expires_at)
      values (${order.orderNo}, ${Buffer.from(order.orderNo)}, '', slipway_now() - interval '1 hour', slipway_now(), slipway_now(), slipway_now())`);
    const { disputeId } = await deliverDisputeWebhook(order, dispute(order));
    await passDays(3.9);
    await processDue(order);
    expect(order.acquirer.evidence).toEqual([]);
    await passDays(0.2);
    await processDue(order);
    await passDays(0.2);
    await processDue(order);
    expect(order.acquirer.evidence).toHaveLength(1);
    const [{ evidence }] = order.acquirer.evidence as [(typeof order.acquirer.evidence)[number]];
    expect(evidence).toMatchObject({
      customerName: 'Anna Weber',
      customerEmail: `${order.orderNo}@example.com`,
      purchaseIpAddress: exampleOrder.clientAddress,
      product: expect.stringContaining('0.00155735 BTC'),
      refusal: expect.stringContaining('cannot reverse a transfer'),
    });
    for (const part of [
      'Buyer logged in',
      'verified by sumsub',
      'from the IP address',
      exampleOrder.address,
      '100.00 EUR',
    ])
      expect(evidence.activity).toContain(part);
    expect(evidence.summary).toContain(order.transactionId);
    expect(evidence.summary).toContain(exampleOrder.address);
    expect(await alerts(order, 'dispute_unanswered')).toEqual([]);
    const stored = await orders.database.one(sql`select evidence, answered from disputes where id = ${disputeId}`);
    expect(stored).toEqual({ evidence: 'sent', answered: true });
  });

  test('is not sent once the dispute was answered elsewhere', async () => {
    const order = await createDeliveredOrder();
    await deliverDisputeWebhook(order, dispute(order, { isAnswered: true }));
    await passDays(5);
    await processDue(order);
    await passDays(2);
    await processDue(order);
    expect(order.acquirer.evidence).toEqual([]);
    expect(await alerts(order, 'dispute_unanswered')).toEqual([]);
  });

  test.each([
    ['of an order whose coins were not sent', paidOrder, {}],
    ['that costs more than the usual fee', createDeliveredOrder, { answerNeedsConsent: true }],
  ] as const)(
    'is not sent for a dispute %s, and one alert is raised after four fifths of the time',
    async (_name, make, overrides) => {
      const order = await make();
      await deliverDisputeWebhook(order, dispute(order, overrides));
      await passDays(6);
      await processDue(order);
      expect(await alerts(order, 'dispute_unanswered')).toEqual([]);
      await passDays(0.5);
      await processDue(order);
      await passDays(0.5);
      await processDue(order);
      expect(order.acquirer.evidence).toEqual([]);
      expect(await alerts(order, 'dispute_unanswered')).toHaveLength(1);
    },
  );

  test('is not repeated when the acquirer refuses it, and an alert is raised', async () => {
    const order = await createDeliveredOrder();
    const reported = await deliverDisputeWebhook(order, dispute(order));
    const refusing = { ...order.acquirer.card, submitEvidence: async () => ({ kind: 'refused', reason: 'closed' }) };
    await passDays(4.1);
    for (const _round of [1, 2]) {
      await processDueDisputes({
        ...order.context,
        card: refusing as typeof order.acquirer.card,
        operatorName: 'Slipway',
        explorerUrl: undefined,
      });
      await passDays(0.1);
    }
    expect(await alerts(order, 'dispute_unanswered')).toMatchObject([
      { facts: { dispute: reported.disputeId, refusal: 'closed' } },
    ]);
  });
});

test('a dispute is queried after an hour even without webhooks, and no more once it is decided', async () => {
  const order = await createDeliveredOrder();
  const reported = await deliverDisputeWebhook(order, dispute(order));
  order.acquirer.disputes.set(reported.disputeId, closeAsLost(reported));
  await passDays(1 / 24 + 0.01);
  await processDue(order);
  expect(await order.order()).toMatchObject({ dispute: 'lost', clawedBack: eur(4_000n) });
  const [{ attendAt } = {}] = await orders.database.many<{ attendAt: Date | null }>(
    sql`select attend_at as "attendAt" from disputes where id = ${reported.disputeId}`,
  );
  expect(attendAt).toBeNull();
});
