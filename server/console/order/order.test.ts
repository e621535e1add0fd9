import { amountOf } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import { storeBuyer, storeOrder, tellOrder } from '../../purchase/order/storedOrder.testing.ts';
import { happyPath, payment, type Way } from '../../purchase/order/toldOrders.testing.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';
import { claimsOf } from './claims.ts';

const world = await openConsoleWorld();
const { database } = world;

async function entered(name: string) {
  const visitor = world.visitor(name);
  await visitor.enter();
  return visitor;
}

async function heldOrder(euroCents = 10_000n) {
  const email = `karin.${Math.random()}@example.com`;
  const order = await storeOrder(database, { euroCents, buyerId: await storeBuyer(database, email) });
  const tell = tellOrder(database, order.id);
  await tell('payment_submitted', { attemptId: payment.attemptId });
  const assessment = { risk: 'hold', identity: 'accepted' } as const;
  await tell('payment_authorized', { ...payment, units: 10_000n, captureBefore: null, assessment });
  return { ...order, email, tell };
}

async function orderAfter(steps: readonly Way[]) {
  const order = await storeOrder(database);
  const tell = tellOrder(database, order.id);
  for (const [event] of steps) {
    const { kind, facts } = event('any');
    await tell(kind, facts as never);
  }
  return order;
}

describe('an order', () => {
  test('says what it waits for, until when, and what then', async () => {
    const { orderNo, email } = await heldOrder();
    const cleo = await entered('cleo');
    const page = await cleo.call('order', { orderNo });
    expect(page.head).toMatchObject({ orderNo, status: 'on_hold', heldFrom: 'authorizing', provider: null });
    expect(page.wait?.for).toContain('an operator to decide, held while authorizing');
    expect(Date.parse(page.wait?.until ?? '')).toBeGreaterThan(Date.parse(page.now));
    expect(page.wait?.otherwise).not.toBe('');
    expect(page.buyer?.mail).toBe('k·····@example.com');
    expect(JSON.stringify(page)).not.toContain(email);
    expect(page.journal.map(({ name, to }) => [name, to])).toEqual([
      ['payment_authorized', 'on_hold'],
      ['payment_submitted', 'authorizing'],
      ['order_made', 'awaiting_payment'],
    ]);
    await expect(cleo.call('order', { orderNo: 'NOSUCHORDER' })).rejects.toThrow('not_found');
  });

  test.each([...happyPath.keys()])(
    'can be read after %i steps of its way, and its postings make nothing',
    async (steps) => {
      const { orderNo } = await orderAfter(happyPath.slice(0, steps + 1));
      const vera = await entered('vera');
      const page = await vera.call('order', { orderNo });
      expect(page.head.status).toBe(happyPath[steps]?.[1]);
      expect(page.sum.addsUp).toBe(true);
      expect(page.proof.every(({ amount }) => amount === '0')).toBe(true);
      expect(page.journal).toHaveLength(steps + 2);
      expect(page.ways.every(({ allowed, why }) => !allowed && why !== null)).toBe(true);
    },
  );

  test('of one that is delivered the list and the page say the same result', async () => {
    const { orderNo } = await orderAfter(happyPath);
    const vera = await entered('vera');
    const page = await vera.call('order', { orderNo });
    expect(page.wait?.for).toContain('to make the payout final');
    const [row] = (await vera.call('orders', { q: orderNo })).rows;
    expect(page.sum.left).toEqual(row?.left);
    expect(page.sum).toMatchObject({
      pays: { amount: '100.00', unit: 'EUR' },
      processingFee: { amount: '4.20', unit: 'EUR' },
      networkFee: { amount: '1.23', unit: 'EUR' },
      converted: { amount: '94.57', unit: 'EUR' },
    });
    expect(page.postings.length).toBeGreaterThan(5);
  });
});

describe('claims', () => {
  const euros = (units: bigint) => amountOf(exampleOrder.pay.asset, units);
  const paid = { ...exampleOrder, received: euros(17_000n), refunded: euros(600n), surplus: euros(7_000n) };

  test('what is kept is what came, without what went; what is asked for already is not free', () => {
    const claims = claimsOf(paid, [
      { status: 'pending', amount: euros(400n) },
      { status: 'settled', amount: euros(600n) },
      { status: 'failed', amount: euros(9_000n) },
    ]);
    expect(claims.kept.units).toBe(16_400n);
    expect(claims.underWay.units).toBe(400n);
    expect(claims.free.units).toBe(16_000n);
  });

  test('what is sent or held back is not free, and never below nothing', () => {
    expect(claimsOf({ ...paid, payoutSigned: true }, []).free.units).toBe(6_400n);
    expect(claimsOf({ ...paid, payoutSigned: true, disputed: euros(17_000n) }, []).free.units).toBe(0n);
  });

  test('are the sums that the database itself keeps', async () => {
    const { id, orderNo } = await orderAfter(happyPath.slice(0, 3));
    await database.run(sql`
      insert into refunds (id, order_id, payment_id, units, status, purpose, channel, asset, currency, decimals, created_at, updated_at)
      values (${`ref_${orderNo}`}, ${id}, ${payment.paymentId + orderNo}, 2500, 'requested', 'order', 'acquirer',
        ${exampleOrder.pay.asset.id}, 'EUR', 2, slipway_now(), slipway_now())`);
    const bound = await database.one<{ free: bigint }>(sql`
      select taken - taken_back - given_back - sent as free from order_claims
      where order_id = ${id} order by number desc limit 1`);
    const { claims } = await (await entered('vera')).call('order', { orderNo });
    expect(claims.free.amount).toBe('75.00');
    expect(bound.free).toBe(7_500n);
    expect(claims).toMatchObject({ kept: { amount: '100.00' }, underWay: { amount: '25.00' } });
  });
});

describe('the ways on', () => {
  test('are asked for as they are offered, and are closed while a second person is waited for', async () => {
    const { orderNo } = await heldOrder(500_001n);
    const cleo = await entered('cleo');
    const before = await cleo.call('order', { orderNo });
    const refuse = before.ways.find(({ action }) => action === 'refuse');
    expect(refuse).toMatchObject({ allowed: true, takesTwo: true, title: 'Release the hold on 100.00 EUR' });
    expect(refuse?.approvers).toContain('finn');
    expect(refuse?.approvers).not.toContain('cleo');
    const request = await cleo.ask(refuse?.act ?? '', { action: 'refuse', subject: orderNo });
    expect(request.status).toBe('waiting');
    const after = await cleo.call('order', { orderNo });
    expect(after.version).not.toBe(before.version);
    expect(after.ways.find(({ action }) => action === 'refuse')).toMatchObject({
      allowed: false,
      why: `cleo has asked for it: request ${request.id} waits for a second person.`,
    });
    expect(after.requests.map(({ id }) => id)).toEqual([request.id]);
  });

  test('each that is offered is taken by the door that acts go through', async () => {
    const tess = await entered('tess');
    for (const steps of [3, 4, 5]) {
      const { orderNo } = await orderAfter(happyPath.slice(0, steps));
      const { ways } = await tess.call('order', { orderNo });
      const simple = ways.filter(({ allowed, asks }) => allowed && asks.length === 0);
      expect(simple.length).toBeGreaterThan(0);
      for (const { act, action } of simple)
        expect((await tess.ask(act, { action, subject: orderNo })).action).toBe(action);
    }
  });
});
