import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import { happyPath, payment } from '../../purchase/order/orderMachineHarness.testing.ts';
import { createEventApplier, storeBuyer, storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { insertAttempt, updateAttempt } from '../../purchase/payment/attemptStore.ts';
import { reserveNothing } from '../../risk/reserveNothing.testing.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const vera = world.createVisitor('vera');
await vera.logIn();

const findOrders = (input: Parameters<typeof vera.call<'orders'>>[1]) => vera.call('orders', input);
const listNumbers = ({ rows }: { readonly rows: readonly { readonly orderNo: string }[] }) =>
  rows.map(({ orderNo }) => orderNo);

/** Creates a held order in a country that no other test uses. */
async function storeHeldOrder(country: string) {
  const order = await storeOrder(database, { country });
  const apply = createEventApplier(database, order.id);
  await apply('payment_submitted', { attemptId: payment.attemptId });
  const assessment = { risk: 'hold', identity: 'accepted' } as const;
  await apply('payment_authorized', { ...payment, units: 10_000n, captureBefore: null, assessment });
  return { ...order, apply };
}

describe('the order search', () => {
  test('finds an order by any of its identifiers, and shows how it read the search', async () => {
    const email = `${randomUUID()}@example.com`;
    const address = `bc1q${randomUUID().replaceAll('-', '')}`;
    const amount = createAmount(exampleOrder.pay.asset, 7_654_321n);
    const order = await storeOrder(database, { buyerId: await storeBuyer(database, email), address, pay: amount });
    const attempt = `att_${randomUUID()}`;
    await database.transaction(async (transaction) =>
      insertAttempt(await reserveNothing(transaction, 'attempt'), {
        id: attempt,
        orderId: order.id,
        submissionId: randomUUID(),
        confirmationToken: null,
        savedCardId: null,
        saveCard: false,
      }),
    );
    await updateAttempt(database, attempt, {
      status: 'authorized',
      paymentId: `pi_${attempt}`,
      clientSecret: null,
      refusal: null,
      card: {
        paymentMethodId: 'pm_1',
        brand: 'visa',
        last4: '9731',
        expiryMonth: 12,
        expiryYear: 2030,
        fingerprint: 'fp',
        country: 'DE',
      },
    });
    const searches: readonly (readonly [string, string])[] = [
      [order.orderNo, 'is an order number'],
      [email, "is a buyer's email"],
      [address, 'is a wallet address'],
      [`pi_${attempt}`, 'is a payment at the acquirer'],
      ['9731', 'card ending in 9731'],
      ['···· 9731', 'card ending in 9731'],
      ['76,543.21', 'payment amount'],
      ['76543.21 EUR', 'payment amount in EUR'],
    ];
    for (const [typed, as] of searches) {
      const { understood, rows, sums } = await findOrders({ q: typed });
      expect(listNumbers({ rows }), typed).toEqual([order.orderNo]);
      expect(understood.join(), typed).toContain(as);
      expect(sums?.count, typed).toBe(1);
    }
    expect((await findOrders({ q: '76543.21 GBP' })).rows).toEqual([]);
  });

  test('finds numbers by their prefix, and treats no input as a pattern', async () => {
    await storeOrder(database);
    await database.run(
      sql`update orders set order_no = '7KQ2M4XD9TCBW5HE38RF' where id = (select max(id) from orders)`,
    );
    for (const typed of ['7KQ2M', '7kq2m 4xd9t', '7KQ2M 4XD9T CBW5H E38RF'])
      expect(listNumbers(await findOrders({ q: typed })), typed).toEqual(['7KQ2M4XD9TCBW5HE38RF']);
    for (const typed of ['%%%%', '7KQ_M', 'KQ2M4'])
      expect(listNumbers(await findOrders({ q: typed })), typed).toEqual([]);
  });

  test('explains that encrypted fields cannot be searched, and reports that nothing was found', async () => {
    expect((await findOrders({ q: 'Karin Muster' })).understood).toEqual([
      expect.stringContaining('Names are encrypted'),
    ]);
    expect((await findOrders({ q: 'DE89 3704 0044 0532 0130 00' })).understood).toEqual([
      expect.stringContaining('Account numbers are encrypted'),
    ]);
    const { understood, rows, sums } = await findOrders({ q: 'nothing-like-it' });
    expect({ understood, rows, sums }).toEqual({
      understood: ['No results for nothing-like-it.'],
      rows: [],
      sums: { count: 0, more: false, payAmounts: [] },
    });
  });
});

describe('the order list', () => {
  test('continues page by page, newest first, each order once, with the sums of all on the first page', async () => {
    for (let number = 0; number < 120; number++) await storeOrder(database, { country: 'LI' });
    const first = await findOrders({ country: ['LI'] });
    expect(first.sums).toEqual({ count: 120, more: false, payAmounts: [{ amount: '12000.00', unit: 'EUR' }] });
    const second = await findOrders({ country: ['LI'], cursor: first.next ?? '' });
    const third = await findOrders({ country: ['LI'], cursor: second.next ?? '' });
    expect([first, second, third].map(({ rows }) => rows.length)).toEqual([50, 50, 20]);
    expect(third.next).toBeNull();
    expect(second.sums).toBeNull();
    const all = [first, second, third].flatMap(listNumbers);
    expect(new Set(all).size).toBe(120);
    const made = [first, second, third].flatMap(({ rows }) => rows.map(({ createdAt }) => createdAt));
    expect(made).toEqual(made.toSorted().toReversed());
    await expect(findOrders({ cursor: 'nonsense' })).rejects.toThrow('Go back to the first page');
  });

  test('shows an order’s status, its deadline and its assignee', async () => {
    const held = await storeHeldOrder('IS');
    const [row] = (await findOrders({ country: ['IS'], status: ['on_hold'] })).rows;
    expect(row).toMatchObject({
      orderNo: held.orderNo,
      status: 'on_hold',
      heldFrom: 'authorizing',
      payAmount: { amount: '100.00', unit: 'EUR' },
      receiveAmount: { amount: '0.00155735', unit: 'BTC' },
      buyer: `${held.orderNo.slice(0, 1)}·····@example.com`,
      left: [],
      netRevenue: null,
      takenBy: null,
    });
    expect(Date.parse(row?.until ?? '')).toBeGreaterThan(Date.parse(row?.since ?? ''));
    await (await logInSam()).call('take', { subjects: [`order:${held.orderNo}`] });
    expect((await findOrders({ country: ['IS'] })).rows[0]?.takenBy).toBe('sam');
  });

  test('shows the net revenue of a delivered order in each asset from the ledger', async () => {
    const order = await storeOrder(database, { country: 'MT' });
    const apply = createEventApplier(database, order.id);
    for (const [event] of happyPath) {
      const { kind, facts } = event('any');
      await apply(kind, facts as never);
    }
    const [row] = (await findOrders({ country: ['MT'] })).rows;
    expect(row?.status).toBe('delivered');
    const sums = await database.many<{ asset: string; units: bigint }>(sql`
      select asset, -sum(units) as units from ledger_postings where order_id = ${order.id}
        and account not like 'asset:%' and account not like 'liability:%' and account <> 'equity'
      group by asset having sum(units) <> 0 order by asset`);
    expect(row?.left.length).toBe(sums.length);
    const euro = row?.left.find(({ unit }) => unit === 'EUR')?.amount;
    // 100.00 from the buyer, 93.8152038 to the venue, 1.75 to the acquirer.
    expect(euro).toBe('4.4347962');
    expect(row?.left.map(({ unit }) => unit)).toContain('BTC');
    expect(row?.netRevenue).toEqual({ sum: { amount: expect.any(String), unit: 'EUR' }, unpriced: expect.any(Array) });
  });

  test('sorts by the longest wait, without orders that have ended', async () => {
    const [first, second] = [await storeHeldOrder('FO'), await storeHeldOrder('FO')];
    const third = await storeOrder(database, { country: 'FO' });
    await first.apply('hold_refused', {});
    await createEventApplier(database, third.id)('buyer_cancelled', {});
    const listed = await findOrders({ country: ['FO'], sort: 'longest_waiting' });
    expect(listNumbers(listed)).toEqual([second.orderNo, first.orderNo]);
    expect(listed.sums?.count).toBe(2);
  });

  test('combines a country with each of the other filters', async () => {
    const cheap = await storeOrder(database, { country: 'EE', euroCents: 4_999n });
    const dear = await storeOrder(database, { country: 'EE', euroCents: 5_000n, payMethod: 'bank_transfer' });
    const inEstonia = (more: object) => findOrders({ country: ['EE'], ...more }).then(listNumbers);
    expect(await inEstonia({})).toEqual([dear.orderNo, cheap.orderNo]);
    expect(await inEstonia({ euroFrom: '50' })).toEqual([dear.orderNo]);
    expect(await inEstonia({ euroTo: '49.99' })).toEqual([cheap.orderNo]);
    expect(await inEstonia({ method: ['bank_transfer'] })).toEqual([dear.orderNo]);
    expect(await inEstonia({ asset: ['BTC'], partner: ['0'], status: ['awaiting_payment', 'paid'] })).toHaveLength(2);
    expect(await inEstonia({ asset: ['ETH'] })).toEqual([]);
    expect(await inEstonia({ exception: ['paid_late', 'overpaid'] })).toEqual([]);
    expect(await inEstonia({ dispute: ['none'] })).toHaveLength(2);
    expect(await inEstonia({ madeFrom: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await inEstonia({ madeTo: new Date(Date.now() + 60_000).toISOString() })).toHaveLength(2);
  });
});

test('the export contains its filter and the number of orders, and no personal data', async () => {
  const { orderNo } = await storeOrder(database, { country: 'CY' });
  const { csv, count, name } = await vera.call('exportOrders', { country: ['CY'], euroFrom: '1' });
  expect(count).toBe(1);
  expect(name).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv).toContain('country: CY; euroFrom: 1');
  expect(csv).toContain('orders,1\r\n');
  expect(csv).toContain(orderNo);
  expect(csv).not.toContain(`${orderNo}@example.com`);
});

async function logInSam() {
  const sam = world.createVisitor('sam');
  await sam.logIn();
  return sam;
}
