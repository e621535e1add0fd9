import { describe, expect, test } from 'vitest';
import { BITCOIN } from '../order/orderArbitraries.testing.ts';
import { openConversionOrders } from './conversionOrders.testing.ts';
import { acquirePartLease } from './partLeaseStore.ts';

const orders = await openConversionOrders();
const FIRST_PAUSE_MS = 2_000;
type PaidOrder = Awaited<ReturnType<typeof orders.createPaidOrder>>;

/** Runs the sweep and the queue for this many seconds of the product's clock. */
async function passTime(order: PaidOrder, seconds: number, everySeconds = 10) {
  for (let passed = 0; passed < seconds; passed += everySeconds) {
    await orders.advanceClock(everySeconds);
    await order.sync();
    await order.executeRemainder();
    await order.sync();
  }
}

describe('an order while the market is above its price limit', () => {
  test('is retried after pauses instead of at once', async () => {
    const order = await orders.createPaidOrder();
    order.behavior.percent = 0;
    const begun = performance.now();
    await order.start();
    for (let run = 0; run < 25; run += 1) {
      await order.sync();
      await order.executeRemainder();
    }
    // The database's clock advances meanwhile: on a slow machine the first pauses, of two seconds and more, end.
    expect((await order.parts()).length).toBeLessThanOrEqual(1 + (performance.now() - begun) / FIRST_PAUSE_MS);
    await passTime(order, 900);
    const tried = (await order.parts()).length;
    expect(tried).toBeGreaterThanOrEqual(15);
    expect(tried).toBeLessThanOrEqual(22);
    expect(await order.status()).toBe('converting');
  });

  test('is refunded when nothing was bought within the time limit', async () => {
    const order = await orders.createPaidOrder();
    order.behavior.percent = 0;
    await order.start();
    await order.sync();
    await passTime(order, 1_740, 30);
    expect(await order.status()).toBe('converting');
    await passTime(order, 90, 30);
    expect(await order.status()).toBe('refunding');
    expect((await order.loadOrder()).reason).toBe('conversion_failed');
    expect(await order.balance('liability:refund')).toEqual({ 'iso4217:EUR': -10_000_000_000n });
  });

  test('is retried more slowly, with an alert, when the time limit ends after a partial fill', async () => {
    const order = await orders.createPaidOrder();
    order.behavior.percent = 10;
    await order.start();
    await order.sync();
    await passTime(order, 60);
    order.behavior.percent = 0;
    await passTime(order, 1_800, 60);
    expect(await order.status()).toBe('converting');
    expect(await order.alerts()).toContain('conversion_stuck');
    const before = (await order.parts()).length;
    await passTime(order, 3_600, 60);
    expect((await order.parts()).length - before).toBeLessThanOrEqual(6);
    order.behavior.percent = 100;
    await passTime(order, 660, 60);
    expect(await order.status()).toBe('converted');
  });

  test('is converted after the next pause once the price is back within the limit', async () => {
    const order = await orders.createPaidOrder();
    order.behavior.percent = 0;
    await order.start();
    await order.sync();
    order.behavior.percent = 100;
    await passTime(order, 10);
    expect(await order.status()).toBe('converted');
  });
});

describe('an order that the exchange refuses', () => {
  test('is refunded when no part was bought or is pending', async () => {
    const order = await orders.createPaidOrder();
    order.behavior.refusal = 'insufficient_funds';
    await order.start();
    await order.sync();
    expect(await order.status()).toBe('refunding');
    expect((await order.parts()).map(({ status }) => status)).toEqual(['refused']);
  });

  test('is retried after a partial purchase, and an alert is raised', async () => {
    const order = await orders.createPaidOrder();
    order.behavior.percent = 40;
    await order.start();
    await order.sync();
    order.behavior.refusal = 'insufficient_funds';
    await passTime(order, 10);
    expect(await order.status()).toBe('converting');
    expect(await order.alerts()).toContain('conversion_stuck');
    order.behavior.refusal = undefined;
    order.behavior.percent = 100;
    await passTime(order, 60);
    expect(await order.status()).toBe('converted');
    // The venue has rounded its fee up twice.
    expect(await order.balance('asset:venue')).toMatchObject({ [BITCOIN.id]: 1_557_340_000_000_000n });
  });
});

describe('a pending part of an abandoned conversion', () => {
  test('is queried and posted, and its remainder is canceled', async () => {
    const order = await orders.createPaidOrder();
    Object.assign(order.behavior, { percent: 30, staysOpen: true, losesAnswers: true });
    await order.start();
    await order.sync();
    await order.apply('conversion_given_up', {});
    expect(await order.status()).toBe('refunding');
    await order.settleAll();
    const [part] = await order.parts();
    expect(part).toMatchObject({ status: 'canceled', filledBase: '0.00046908' });
    expect(await order.balance('asset:venue')).toMatchObject({ [BITCOIN.id]: 467_200_000_000_000n });
    expect(await order.status()).toBe('refunding');
  });

  test('is queried until the exchange answers', async () => {
    const order = await orders.createPaidOrder();
    order.behavior.losesAnswers = true;
    await order.start();
    await order.sync();
    await order.apply('conversion_given_up', {});
    order.behavior.isAway = true;
    await order.settleAll();
    await order.settleAll();
    expect(await order.balance('asset:venue')).toEqual({});
    order.behavior.isAway = false;
    await order.settleAll();
    expect(await order.balance('asset:venue')).toMatchObject({ [BITCOIN.id]: 1_557_350_000_000_000n });
  });

  test('is posted once when several workers query it', async () => {
    const order = await orders.createPaidOrder();
    order.behavior.losesAnswers = true;
    await order.start();
    await order.sync();
    await order.apply('conversion_given_up', {});
    await Promise.all([order.settleAll(), order.settleAll(), order.settleAll()]);
    expect(await order.balance('asset:venue')).toMatchObject({ [BITCOIN.id]: 1_557_350_000_000_000n });
  });

  test('is not closed while another process may be sending it', async () => {
    const order = await orders.createPaidOrder();
    await order.start();
    const [part] = await order.parts();
    await acquirePartLease(orders.database, part?.clientOrderId ?? '');
    await order.apply('conversion_given_up', {});
    await order.settleAll();
    expect((await order.parts()).map(({ status }) => status)).toEqual(['requested']);
    await order.endLeases();
    await order.settleAll();
    expect((await order.parts()).map(({ status }) => status)).toEqual(['refused']);
  });
});
