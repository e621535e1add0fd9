import { describe, expect, test } from 'vitest';
import { BITCOIN } from '../order/orderArbitraries.testing.ts';
import { openConversionOrders } from './conversionOrders.testing.ts';
import { acquirePartLease, renewPartLease } from './partLeaseStore.ts';

const orders = await openConversionOrders();

/** Balance at the venue after exactly one full purchase, in ledger units (18 decimals). */
const BOUGHT_ONCE = 1_557_350_000_000_000n;

describe('workers that buy for the same order', () => {
  test('send once if one stalls in the queue of the exchange and another takes the part over', async () => {
    const order = await orders.createPaidOrder();
    await order.start();
    const worker = await order.stall('queue');
    await order.endLeases();
    worker.delayNoOthers();
    await order.sync();
    expect(await order.status()).toBe('converted');
    await worker.resume();
    expect([...order.books.values()].flat()).toHaveLength(1);
    expect(await order.balance('asset:venue')).toMatchObject({ [BITCOIN.id]: BOUGHT_ONCE });
  });

  test('send nothing, and refuse the part, if the order is given up while they wait in the queue', async () => {
    const order = await orders.createPaidOrder();
    await order.start();
    const worker = await order.stall('queue');
    await order.apply('conversion_given_up', {});
    await worker.resume();
    expect(order.books.size).toBe(0);
    await order.endLeases();
    await order.settleAll();
    expect((await order.parts()).map(({ status }) => status)).toEqual(['refused']);
  });

  test('buy once when eight run at once', async () => {
    const order = await orders.createPaidOrder();
    await order.start();
    await Promise.all(Array.from({ length: 8 }, () => order.sync()));
    await order.sync();
    expect([...order.books.values()].flat()).toHaveLength(1);
    expect(await order.status()).toBe('converted');
    expect(await order.balance('asset:venue')).toMatchObject({ [BITCOIN.id]: BOUGHT_ONCE });
  });
});

describe('the lease of a part', () => {
  test('belongs to one process, and cannot be renewed by a former holder or twice with the same version', async () => {
    const order = await orders.createPaidOrder();
    await order.start();
    const [part] = await order.parts();
    const id = part?.clientOrderId ?? '';
    const first = await acquirePartLease(orders.database, id);
    expect(first).toMatchObject({ mayHaveBeenSent: false });
    expect(await acquirePartLease(orders.database, id)).toBeUndefined();
    await order.endLeases();
    const second = await acquirePartLease(orders.database, id);
    if (!first || !second) throw new Error('no lease');
    expect(await renewPartLease(orders.database, first)).toBeUndefined();
    const renewed = await renewPartLease(orders.database, second);
    expect(renewed).toMatchObject({ mayHaveBeenSent: true });
    expect(await renewPartLease(orders.database, second)).toBeUndefined();
  });
});

describe('when the exchange’s answer is lost', () => {
  test('the order is queried and not sent again', async () => {
    const order = await orders.createPaidOrder();
    await order.start();
    order.behavior.losesAnswers = true;
    await order.sync();
    expect(await order.status()).toBe('converting');
    await order.sync();
    expect(await order.status()).toBe('converted');
    expect([...order.books.values()].flat()).toHaveLength(1);
  });

  test('an order that never arrived is sent again only after its lease has ended', async () => {
    const order = await orders.createPaidOrder();
    await order.start();
    order.behavior.wire = () => Promise.reject(new Error('the line is cut'));
    await expect(order.sync()).rejects.toThrow();
    order.behavior.wire = async () => undefined;
    await order.sync();
    await order.sync();
    expect(order.books.size).toBe(0);
    await order.endLeases();
    await order.sync();
    expect([...order.books.values()].flat()).toHaveLength(1);
    expect(await order.status()).toBe('converted');
  });
});

describe('two orders with one id at the exchange', () => {
  test('are both posted, and an alert is raised', async () => {
    const order = await orders.createPaidOrder();
    await order.start();
    order.behavior.losesAnswers = true;
    await order.sync();
    const [part] = await order.parts();
    const [booked] = order.books.get(part?.clientOrderId ?? '') ?? [];
    if (!part || !booked) throw new Error('nothing was sent');
    order.books.set(part.clientOrderId, [booked, { ...booked, venueOrderId: 'the second' }]);
    await order.sync();
    expect(await order.status()).toBe('converted');
    expect(await order.balance('asset:venue')).toMatchObject({ [BITCOIN.id]: 2n * BOUGHT_ONCE });
    expect(await order.alerts()).toContain('bought_twice');
  });

  test('are each posted once when the second arrives after the first was posted, and an alert is raised', async () => {
    const order = await orders.createPaidOrder();
    await order.start();
    const worker = await order.stall('wire');
    await order.endLeases();
    worker.delayNoOthers();
    await order.sync();
    expect(await order.status()).toBe('converted');
    // A venue that accepts an order after its deadline.
    await worker.resume();
    expect([...order.books.values()].flat()).toHaveLength(2);
    expect(await order.balance('asset:venue')).toMatchObject({ [BITCOIN.id]: BOUGHT_ONCE });
    await order.settleAll();
    await order.settleAll();
    expect(await order.status()).toBe('converted');
    expect(await order.balance('asset:venue')).toMatchObject({ [BITCOIN.id]: 2n * BOUGHT_ONCE });
    expect(await order.alerts()).toContain('bought_twice');
  });
});
