import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import { happyPath, type PathStep, payment } from '../../purchase/order/orderMachineHarness.testing.ts';
import { createEventApplier, storeBuyer, storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { createRefundId } from '../../purchase/refund/refundId.ts';
import {
  createTestBank,
  createTransferOrder,
  EURO,
  findLargestRefundId,
} from '../../purchase/refund/testBank.testing.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';
import { createReviewWorld } from '../reviews/reviewWorld.testing.ts';
import { computeMoneyBreakdown } from './moneyBreakdown.ts';

const world = await openConsoleWorld();
const { database } = world;

async function logInAs(name: string) {
  const visitor = world.createVisitor(name);
  await visitor.logIn();
  return visitor;
}

async function storeHeldOrder(euroCents = 10_000n) {
  const email = `karin.${Math.random()}@example.com`;
  const order = await storeOrder(database, { euroCents, buyerId: await storeBuyer(database, email) });
  const apply = createEventApplier(database, order.id);
  await apply('payment_submitted', { attemptId: payment.attemptId });
  const assessment = { risk: 'hold', identity: 'accepted' } as const;
  await apply('payment_authorized', { ...payment, units: 10_000n, captureBefore: null, assessment });
  return { ...order, email, apply };
}

async function storeOrderAfter(steps: readonly PathStep[]) {
  const order = await storeOrder(database);
  const apply = createEventApplier(database, order.id);
  for (const [event] of steps) {
    const { kind, facts } = event('any');
    await apply(kind, facts as never);
  }
  return order;
}

describe('an order', () => {
  test('shows what it waits for, until when, what follows, its journal and its masked buyer', async () => {
    const { orderNo, email } = await storeHeldOrder();
    const cleo = await logInAs('cleo');
    const page = await cleo.call('order', { orderNo });
    expect(page.head).toMatchObject({ orderNo, status: 'on_hold', heldFrom: 'authorizing', provider: null });
    expect(page.wait?.for).toBe('an operator to decide');
    expect(Date.parse(page.wait?.until ?? '')).toBeGreaterThan(Date.parse(page.now));
    expect(page.wait?.otherwise).not.toBe('');
    expect(page.buyer?.mail).toBe('k·····@example.com');
    expect(JSON.stringify(page)).not.toContain(email);
    expect(page.journal.map(({ name, to }) => [name, to])).toEqual([
      ['payment_authorized', 'on_hold'],
      ['payment_submitted', 'authorizing'],
      ['order_created', 'awaiting_payment'],
    ]);
    await expect(cleo.call('order', { orderNo: 'NOSUCHORDER' })).rejects.toThrow('not_found');
  });

  test.each([...happyPath.keys()])(
    'is shown to a viewer without available actions after event %i (from 0) of its lifecycle, with postings that sum to zero',
    async (steps) => {
      const { orderNo } = await storeOrderAfter(happyPath.slice(0, steps + 1));
      const vera = await logInAs('vera');
      const page = await vera.call('order', { orderNo });
      expect(page.head.status).toBe(happyPath[steps]?.[1]);
      expect(page.sum.addsUp).toBe(true);
      expect(page.proof.every(({ amount }) => amount === '0')).toBe(true);
      expect(page.journal).toHaveLength(steps + 2);
      expect(page.actions.every(({ allowed, why }) => !allowed && why !== null)).toBe(true);
    },
  );

  test('shows the same result of a delivered order in the list and on its page', async () => {
    const { orderNo } = await storeOrderAfter(happyPath);
    const vera = await logInAs('vera');
    const page = await vera.call('order', { orderNo });
    expect(page.wait?.for).toContain('to make the payout final');
    const [row] = (await vera.call('orders', { q: orderNo })).rows;
    expect(page.sum.left).toEqual(row?.left);
    expect(page.sum.netRevenue).toEqual(row?.netRevenue);
    expect(page.sum).toMatchObject({
      payAmount: { amount: '100.00', unit: 'EUR' },
      processingFee: { amount: '4.20', unit: 'EUR' },
      networkFee: { amount: '1.23', unit: 'EUR' },
      converted: { amount: '94.57', unit: 'EUR' },
    });
    expect(page.postings.length).toBeGreaterThan(5);
  });
});

describe('the breakdown of an order’s money', () => {
  const euros = (units: bigint) => createAmount(exampleOrder.pay.asset, units);
  const paid = { ...exampleOrder, received: euros(17_000n), refunded: euros(600n), surplus: euros(7_000n) };

  test('subtracts settled refunds from the kept amount, and pending ones from the free amount too', () => {
    const claims = computeMoneyBreakdown(paid, [
      { status: 'pending', amount: euros(400n) },
      { status: 'settled', amount: euros(600n) },
      { status: 'failed', amount: euros(9_000n) },
    ]);
    expect(claims.kept.units).toBe(16_400n);
    expect(claims.refundInProgress.units).toBe(400n);
    expect(claims.free.units).toBe(16_000n);
  });

  test('does not count as free what a signed payout or an open dispute takes, and is never negative', () => {
    expect(computeMoneyBreakdown({ ...paid, payoutSigned: true }, []).free.units).toBe(6_400n);
    expect(computeMoneyBreakdown({ ...paid, payoutSigned: true, disputed: euros(17_000n) }, []).free.units).toBe(0n);
  });

  test('equals the sums that the database enforces', async () => {
    const { id, orderNo } = await storeOrderAfter(happyPath.slice(0, 3));
    await database.run(sql`
      insert into refunds (id, order_id, payment_id, units, status, purpose, channel, asset, currency, decimals, created_at, updated_at)
      values (${`ref_${orderNo}`}, ${id}, ${payment.paymentId + orderNo}, 2500, 'requested', 'order', 'acquirer',
        ${exampleOrder.pay.asset.id}, 'EUR', 2, slipway_now(), slipway_now())`);
    const enforced = await database.one<{ free: bigint }>(sql`
      select received - clawed_back - refunded - sent as free from order_claims
      where order_id = ${id} order by number desc limit 1`);
    const { claims } = await (await logInAs('vera')).call('order', { orderNo });
    expect(claims.free.amount).toBe('75.00');
    expect(enforced.free).toBe(7_500n);
    expect(claims).toMatchObject({ kept: { amount: '100.00' }, refundInProgress: { amount: '25.00' } });
  });
});

describe('an order’s actions', () => {
  test('are requested as offered, and not offered while a second approval is awaited', async () => {
    const { orderNo } = await storeHeldOrder(500_001n);
    const cleo = await logInAs('cleo');
    const before = await cleo.call('order', { orderNo });
    const refuse = before.actions.find(({ action }) => action === 'refuse');
    expect(refuse).toMatchObject({
      allowed: true,
      needsSecondApproval: true,
      title: 'Void authorization (100.00 EUR)',
    });
    expect(refuse?.approvers).toContain('finn');
    expect(refuse?.approvers).not.toContain('cleo');
    const request = await cleo.requestAction(refuse?.act ?? '', { action: 'refuse', subject: orderNo });
    expect(request.status).toBe('waiting');
    const after = await cleo.call('order', { orderNo });
    expect(after.version).not.toBe(before.version);
    expect(after.actions.find(({ action }) => action === 'refuse')).toMatchObject({
      allowed: false,
      why: `cleo has requested this: request ${request.id} awaits a second approval.`,
    });
    expect(after.requests.map(({ id }) => id)).toEqual([request.id]);
  });

  test('are accepted as offered if they need no input', async () => {
    const tess = await logInAs('tess');
    for (const steps of [3, 4, 5]) {
      const { orderNo } = await storeOrderAfter(happyPath.slice(0, steps));
      const { actions } = await tess.call('order', { orderNo });
      const simple = actions.filter(({ allowed, inputs: asks }) => allowed && asks.length === 0);
      expect(simple.length).toBeGreaterThan(0);
      for (const { act, action, subject, given } of simple)
        expect((await tess.requestAction(act, { action, subject, input: given })).action).toBe(action);
    }
  });

  const findAction = async (visitor: Awaited<ReturnType<typeof logInAs>>, orderNo: string, action: string) =>
    (await visitor.call('order', { orderNo })).actions.find((option) => option.action === action);

  test('match an unreferenced payment only with the transfer order that it fits', async () => {
    const tess = await logInAs('tess');
    const { addTransferOrder, addUnmatchedPayment } = createReviewWorld(database);
    const meant = await addTransferOrder();
    const other = await addTransferOrder({}, ['Luc', 'Exemple']);
    await database.run(sql`update orders set pay_units = 43210 where id = ${meant.id}`);
    await database.run(sql`update orders set pay_units = 9999 where id = ${other.id}`);
    expect(await findAction(tess, meant.orderNo, 'match')).toBeUndefined();
    const entry = await addUnmatchedPayment(43_210n);
    const action = await findAction(tess, meant.orderNo, 'match');
    expect(action).toMatchObject({ allowed: true, inputs: ['entry'], subject: meant.orderNo });
    expect(action?.choices.entry?.map(({ value }) => value)).toEqual([entry]);
    expect(JSON.stringify(action)).not.toContain('MUSTER');
    expect(await findAction(tess, other.orderNo, 'match')).toBeUndefined();
    const request = await tess.requestAction('match', { action: 'match', subject: meant.orderNo, input: { entry } });
    expect(request).toMatchObject({ action: 'match', status: 'approved' });
    // Never offered for a card order, even if the amount matches.
    const card = await storeOrder(database);
    await database.run(sql`update orders set pay_units = 43210 where id = ${card.id}`);
    expect(await findAction(tess, card.orderNo, 'match')).toBeUndefined();
  });

  test('offer the vouch that the signer’s hold reason needs, by two people, to roles with the right', async () => {
    const tess = await logInAs('tess');
    const order = await storeOrder(database);
    await database.run(sql`
      update orders set status = 'on_hold', held_from = 'converted', reason = 'not_paid', captured_units = 10000
      where id = ${order.id}`);
    const action = await findAction(tess, order.orderNo, 'vouch');
    expect(action).toMatchObject({ allowed: true, needsSecondApproval: true, inputs: ['for'] });
    expect(action?.approvers).toContain('cleo');
    const [choice] = action?.choices.for ?? [];
    expect(choice?.value).toBe('paid');
    const input = { for: choice?.value ?? '' };
    expect((await tess.requestAction('vouch', { action: 'vouch', subject: order.orderNo, input })).status).toBe(
      'waiting',
    );
    expect((await findAction(tess, order.orderNo, 'vouch'))?.why).toContain('awaits a second approval');
    expect(await findAction(await logInAs('cleo'), order.orderNo, 'vouch')).toMatchObject({ allowed: false });
  });

  test('mark a sent refund as rejected by its id, unless the bank has booked it', async () => {
    const tess = await logInAs('tess');
    const { addUnmatchedPayment } = createReviewWorld(database);
    const order = await storeOrder(database, { payMethod: 'bank_transfer' });
    const refund = `ref_${order.orderNo}`;
    const batch = `batch_${order.orderNo}`;
    await database.run(sql`
      update orders set status = 'refunding', received_units = 10000 where id = ${order.id}`);
    await database.run(sql`
      insert into transfer_batches (id, account, created_at, sent_at) values (${batch}, 'DE1', slipway_now(), slipway_now())`);
    await database.run(sql`
      insert into refunds (id, order_id, payment_id, units, status, purpose, channel, asset, currency, decimals, created_at, updated_at, batch_id, has_creditor)
      values (${refund}, ${order.id}, ${`entry_${order.orderNo}`}, 10000, 'pending', 'order', 'bank',
        ${exampleOrder.pay.asset.id}, 'EUR', 2, slipway_now(), slipway_now(), ${batch}, true)`);
    const rejection = await findAction(tess, order.orderNo, 'transfer-refused');
    expect(rejection).toMatchObject({
      subject: refund,
      inputs: ['reason'],
      needsSecondApproval: true,
      title: 'Mark the refund of 100.00 EUR as rejected by the bank',
    });
    const input = { reason: 'AC04' };
    const request = await tess.requestAction('transfer-refused', {
      action: 'transfer-refused',
      subject: refund,
      input,
    });
    expect(request.status).toBe('waiting');
    const page = await tess.call('order', { orderNo: order.orderNo });
    expect(page.requests.map(({ id }) => id)).toEqual([request.id]);
    expect(page.actions.find(({ action }) => action === 'transfer-refused')?.why).toContain('awaits a second approval');
    const debit = await addUnmatchedPayment(10_000n);
    await database.run(sql`update bank_entries set direction = 'debit', end_to_end_id = ${refund} where id = ${debit}`);
    expect((await findAction(tess, order.orderNo, 'transfer-refused'))?.why).toContain('has booked refund');
  });

  test('mark a refund that is in no bank file as paid with a debit that may be its payment, by two people', async () => {
    const tess = await logInAs('tess');
    const bank = createTestBank(database);
    const { orderId, order, reference } = await createTransferOrder(database);
    await database.run(sql`update orders set status = 'expired', deadline_at = null where id = ${orderId}`);
    await bank.deliverBookings({ remittance: reference, amount: createAmount(EURO, 7_301n) });
    const { orderNo } = await order();
    await bank.deliverBookings({
      direction: 'debit',
      endToEndId: createRefundId(),
      amount: createAmount(EURO, 7_301n),
    });
    expect(await findAction(tess, orderNo, 'transfer-booked')).toBeUndefined();
    await bank.requestRefunds(orderId);
    const id = await findLargestRefundId(database, orderId);
    const action = await findAction(tess, orderNo, 'transfer-booked');
    expect(action).toMatchObject({
      subject: id,
      inputs: ['entry'],
      given: { amount: '73.01 EUR' },
      needsSecondApproval: true,
      allowed: true,
      title: 'Mark the refund of 73.01 EUR as paid',
    });
    const [booking] = action?.choices.entry ?? [];
    expect(booking?.label).toMatch(/^73\.01 EUR, booked /);
    const input = { ...action?.given, entry: booking?.value ?? '' };
    const request = await tess.requestAction('transfer-booked', { action: 'transfer-booked', subject: id, input });
    expect(request.status).toBe('waiting');
    expect((await findAction(tess, orderNo, 'transfer-booked'))?.why).toContain('awaits a second approval');
    expect(await findAction(await logInAs('sam'), orderNo, 'transfer-booked')).toMatchObject({ allowed: false });
  });

  test('link a dispute to its review for people who may answer it, while it is open', async () => {
    const { addDisputedOrder } = createReviewWorld(database);
    const order = await addDisputedOrder(48);
    const cleo = await logInAs('cleo');
    const action = await findAction(cleo, order.orderNo, 'send-evidence');
    expect(action).toMatchObject({
      allowed: true,
      title: 'Submit evidence for the dispute of 100.00 EUR',
      subject: order.dispute,
    });
    const shown = await cleo.call('review', { id: action?.review ?? '' });
    expect(shown.answer).toMatchObject({ allowed: true, dispute: order.dispute });
    expect((await findAction(await logInAs('tess'), order.orderNo, 'send-evidence'))?.why).toContain(
      'support or compliance',
    );
    await database.run(sql`update disputes set answered = true where id = ${order.dispute}`);
    expect((await findAction(cleo, order.orderNo, 'send-evidence'))?.why).toContain('already submitted');
    await database.run(sql`update disputes set status = 'won' where id = ${order.dispute}`);
    expect(await findAction(cleo, order.orderNo, 'send-evidence')).toBeUndefined();
  });
});
