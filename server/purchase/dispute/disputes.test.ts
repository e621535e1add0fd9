import { type Amount, amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { saveExampleProfile } from '../../account/exampleProfile.testing.ts';
import { exampleOrder } from '../order/orderArbitraries.testing.ts';
import type { SubmittedOrder } from '../payment/submittedOrder.testing.ts';
import {
  deliverDisputeWebhook,
  disputeOf as dispute,
  eur,
  lost,
  openDisputedOrders,
  won,
} from './disputedOrders.testing.ts';
import { processDueDisputes } from './processDueDisputes.ts';
import { recordDispute } from './recordDispute.ts';

const orders = await openDisputedOrders();
const { paidOrder, refundingOrder, deliveredOrder, pass, alerts } = orders;
const clear = { assessment: { risk: 'clear', identity: 'accepted' } } as const;

afterEach(() => orders.resetClock());

describe('a dispute', () => {
  test('of a part holds that part, and what the acquirer charges is an expense', async () => {
    const order = await paidOrder();
    const present = await deliverDisputeWebhook(order, dispute(order));
    expect(await order.order()).toMatchObject({ status: 'on_hold', dispute: 'open', disputed: eur(4_000n) });
    expect(await order.books()).toMatchObject({ 'asset:dispute': 4_000n, 'expense:dispute': 2_000n });
    expect(await alerts(order, 'dispute_opened')).toMatchObject([
      { facts: { dispute: present.disputeId, amount: '40.00 EUR', reason: 'fraudulent', answeredByItselfAt: null } },
    ]);
  });

  test('that is told twice, late and in any order counts once', async () => {
    const order = await paidOrder();
    const present = await deliverDisputeWebhook(order, dispute(order));
    await deliverDisputeWebhook(order, present);
    await deliverDisputeWebhook(order, won(present));
    await order.hears('dispute.charge.dispute.created', present.disputeId);
    expect(await order.order()).toMatchObject({ dispute: 'won', disputed: eur(0n), clawedBack: eur(0n) });
    expect(await order.books()).toMatchObject({ 'expense:dispute': 2_000n });
    await order.tell('hold_cleared', clear);
    expect(await order.status()).toBe('paid');
  });

  test('an answer from before changes nothing: the newest question decides', async () => {
    const order = await paidOrder();
    const present = dispute(order);
    // Two queries within one millisecond would have the same time.
    const before = new Date((await orders.database.now()).getTime() - 1);
    await deliverDisputeWebhook(order, won(present));
    await recordDispute(order.context, present, before);
    expect(await order.order()).toMatchObject({ dispute: 'won', disputed: eur(0n) });
  });

  test('that is lost is never refunded on top', async () => {
    const order = await paidOrder();
    const present = await deliverDisputeWebhook(order, dispute(order));
    await deliverDisputeWebhook(order, lost(present));
    await order.tell('hold_refused', {});
    await order.refund.ask();
    expect([...order.acquirer.refunds.values()].map(({ amount }) => amount.units)).toEqual([6_000n]);
    expect(await order.status()).toBe('refunded');
    expect(await order.order()).toMatchObject({ clawedBack: eur(4_000n), disputed: eur(0n) });
  });

  test('of a bank that takes no answer comes as lost at once: the fee is not forgotten', async () => {
    const order = await deliveredOrder();
    await deliverDisputeWebhook(order, lost(dispute(order)));
    expect(await order.order()).toMatchObject({ status: 'delivered', dispute: 'lost', clawedBack: eur(4_000n) });
    expect(await order.books()).toMatchObject({ 'expense:dispute': 6_000n });
    expect(await order.books()).not.toHaveProperty('asset:dispute');
  });

  test('and another of the same payment: each has its own part', async () => {
    const order = await paidOrder();
    const first = await deliverDisputeWebhook(order, dispute(order));
    const second = await deliverDisputeWebhook(order, dispute(order, { amount: eur(1_000n), withdrawn: eur(1_000n) }));
    expect((await order.order()).disputed).toEqual(eur(5_000n));
    await deliverDisputeWebhook(order, lost(second));
    await deliverDisputeWebhook(order, won(first));
    expect(await order.order()).toMatchObject({ disputed: eur(0n), clawedBack: eur(1_000n) });
    await order.tell('hold_refused', {});
    await order.refund.ask();
    expect([...order.acquirer.refunds.values()].map(({ amount }) => amount.units)).toEqual([9_000n]);
  });

  test('in a hold after a refund was sent counts too', async () => {
    const order = await refundingOrder();
    order.acquirer.refundsBegin('pending');
    await order.refund.ask();
    await deliverDisputeWebhook(order, dispute(order));
    expect(await order.order()).toMatchObject({ status: 'on_hold', heldFrom: 'refunding', disputed: eur(4_000n) });
  });

  test('in a currency that says nothing about the payment counts as all of it', async () => {
    const order = await paidOrder();
    const foreign: Amount = amountOf(fiatAsset('USD'), 4_400n);
    await deliverDisputeWebhook(
      order,
      dispute(order, { amount: foreign, withdrawn: foreign, fee: amountOf(fiatAsset('USD'), 1_500n) }),
    );
    expect(await order.order()).toMatchObject({ disputed: eur(10_000n) });
    expect(await order.books()).not.toHaveProperty('expense:dispute');
  });

  test('an inquiry takes nothing, stops what is not sent, and becomes a dispute', async () => {
    const order = await paidOrder();
    const asks = dispute(order, { status: 'warned', withdrawn: eur(0n) });
    const { fee: _, ...inquiry } = asks;
    await deliverDisputeWebhook(order, inquiry);
    expect(await order.order()).toMatchObject({ status: 'on_hold', dispute: 'warned', disputed: eur(0n) });
    await deliverDisputeWebhook(order, { ...asks, status: 'open', withdrawn: eur(4_000n) });
    expect(await order.order()).toMatchObject({ dispute: 'open', disputed: eur(4_000n) });
    expect((await alerts(order, 'dispute_opened')).map(({ facts }) => facts['status'])).toEqual(['warned', 'open']);
  });

  test('that is appealed and comes back after all heals the loss, and the operator hears of it', async () => {
    const order = await deliveredOrder();
    const present = await deliverDisputeWebhook(order, dispute(order));
    await deliverDisputeWebhook(order, lost(present));
    const { 'expense:dispute': loss = 0n } = await order.books();
    await deliverDisputeWebhook(order, won(present));
    await deliverDisputeWebhook(order, won(present));
    expect(await alerts(order, 'dispute_returned')).toHaveLength(1);
    expect(await order.order()).toMatchObject({ dispute: 'won', clawedBack: eur(0n) });
    expect((await order.books())['expense:dispute']).toBe(loss - 4_000n);
  });

  test('of a payment that is none of ours is let be', async () => {
    const order = await paidOrder();
    await deliverDisputeWebhook(order, { ...dispute(order), paymentId: 'pi_of_another_shop' });
    expect(await order.status()).toBe('paid');
  });
});

describe('a warning', () => {
  test('stops an order that is not delivered, once', async () => {
    const order = await paidOrder();
    order.acquirer.warnings.set('issfr_1', { warningId: 'issfr_1', paymentId: order.paymentId, actionable: true });
    await order.hears('warning.radar.early_fraud_warning.created', 'issfr_1');
    expect(await order.order()).toMatchObject({ status: 'on_hold', dispute: 'warned', reason: 'fraud_warning' });
    await order.tell('hold_cleared', clear);
    await order.hears('warning.radar.early_fraud_warning.updated', 'issfr_1');
    expect(await order.status()).toBe('paid');
  });

  test('that a refund or a dispute has answered says nothing new', async () => {
    const order = await paidOrder();
    order.acquirer.warnings.set('issfr_2', { warningId: 'issfr_2', paymentId: order.paymentId, actionable: false });
    await order.hears('warning.radar.early_fraud_warning.created', 'issfr_2');
    expect(await order.order()).toMatchObject({ status: 'paid', dispute: 'none' });
  });
});

describe('the answer', () => {
  const attend = (order: SubmittedOrder) =>
    processDueDisputes({ ...order.context, operatorName: 'Slipway', explorerUrl: undefined });

  test('goes out at half of the time, once, with what the order has', async () => {
    const order = await deliveredOrder();
    await saveExampleProfile(orders.database, order.orderNo);
    await orders.database.run(sql`
      insert into identity_checks (buyer_id, provider, status, opened_at, updated_at, accepted_at)
      values (${order.orderNo}, 'sumsub', 'accepted', slipway_now(), slipway_now(), slipway_now())`);
    await orders.database.run(sql`
      insert into sessions (buyer_id, token_hash, cookie_hash, created_at, last_seen_at, proved_at, expires_at)
      values (${order.orderNo}, ${Buffer.from(order.orderNo)}, '', slipway_now() - interval '1 hour', slipway_now(), slipway_now(), slipway_now())`);
    const { disputeId } = await deliverDisputeWebhook(order, dispute(order));
    await pass(3.9);
    await attend(order);
    expect(order.acquirer.evidence).toEqual([]);
    await pass(0.2);
    await attend(order);
    await pass(0.2);
    await attend(order);
    expect(order.acquirer.evidence).toHaveLength(1);
    const [{ evidence }] = order.acquirer.evidence as [(typeof order.acquirer.evidence)[number]];
    expect(evidence).toMatchObject({
      customerName: 'Anna Weber',
      customerEmail: `${order.orderNo}@example.com`,
      purchaseAddress: exampleOrder.clientAddress,
      product: expect.stringContaining('0.00155735 BTC'),
      refusal: expect.stringContaining('cannot be brought back'),
    });
    for (const part of ['Logged in', 'verified by sumsub', 'from the IP address', exampleOrder.address, '100.00 EUR'])
      expect(evidence.activity).toContain(part);
    expect(evidence.summary).toContain(order.transactionId);
    expect(evidence.summary).toContain(exampleOrder.address);
    expect(await alerts(order, 'dispute_unanswered')).toEqual([]);
    const stored = await orders.database.one(sql`select evidence, answered from disputes where id = ${disputeId}`);
    expect(stored).toEqual({ evidence: 'sent', answered: true });
  });

  test('is not sent by us once somebody has answered', async () => {
    const order = await deliveredOrder();
    await deliverDisputeWebhook(order, dispute(order, { answered: true }));
    await pass(5);
    await attend(order);
    await pass(2);
    await attend(order);
    expect(order.acquirer.evidence).toEqual([]);
    expect(await alerts(order, 'dispute_unanswered')).toEqual([]);
  });

  test.each([
    ['of an order whose coins were not sent', paidOrder, {}],
    ['that costs more than the usual fee', deliveredOrder, { answerNeedsConsent: true }],
  ] as const)('%s is left to a person, who is told at four fifths', async (_name, make, some) => {
    const order = await make();
    await deliverDisputeWebhook(order, dispute(order, some));
    await pass(6);
    await attend(order);
    expect(await alerts(order, 'dispute_unanswered')).toEqual([]);
    await pass(0.5);
    await attend(order);
    await pass(0.5);
    await attend(order);
    expect(order.acquirer.evidence).toEqual([]);
    expect(await alerts(order, 'dispute_unanswered')).toHaveLength(1);
  });

  test('that is refused is not tried again: a person is told', async () => {
    const order = await deliveredOrder();
    const present = await deliverDisputeWebhook(order, dispute(order));
    const refusing = { ...order.acquirer.card, submitEvidence: async () => ({ kind: 'refused', reason: 'closed' }) };
    await pass(4.1);
    for (const _round of [1, 2]) {
      await processDueDisputes({
        ...order.context,
        card: refusing as typeof order.acquirer.card,
        operatorName: 'Slipway',
        explorerUrl: undefined,
      });
      await pass(0.1);
    }
    expect(await alerts(order, 'dispute_unanswered')).toMatchObject([
      { facts: { dispute: present.disputeId, refusal: 'closed' } },
    ]);
  });

  test('a dispute whose hints were all lost is asked about within the hour', async () => {
    const order = await deliveredOrder();
    const present = await deliverDisputeWebhook(order, dispute(order));
    order.acquirer.disputes.set(present.disputeId, lost(present));
    await pass(1 / 24 + 0.01);
    await attend(order);
    expect(await order.order()).toMatchObject({ dispute: 'lost', clawedBack: eur(4_000n) });
    const [{ attendAt } = {}] = await orders.database.many<{ attendAt: Date | null }>(
      sql`select attend_at as "attendAt" from disputes where id = ${present.disputeId}`,
    );
    expect(attendAt).toBeNull();
  });
});
