import { createAmount } from '@slipway/money/amount.ts';
import { describe, expect, test } from 'vitest';
import { ok, refused } from '../providers/outcome.ts';
import type { Order } from '../purchase/order/order.ts';
import { createSigner } from './signer.ts';
import { ADDRESS, buildUnsignedPayout, createSignerWorld, NETWORK } from './signerWorld.testing.ts';

const STRANGER = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('an order that was paid', () => {
  test('gets one payout, and the same bytes for each repeated request', async () => {
    const { makeOrder, pay, forms } = await createSignerWorld();
    const payment = makeOrder('A');
    const first = await pay([payment], { nonce: 5 });
    expect(first).toMatchObject({ kind: 'ok', value: { orderNos: ['A'] } });
    expect(await pay([payment], { nonce: 5 })).toEqual(first);
    expect(forms).toHaveLength(1);
    expect(forms[0]).toMatchObject({
      orderNos: ['A'],
      claims: [`${NETWORK} 0xTreasury nonce:5`],
      payments: [{ orderNo: 'A', to: ADDRESS, units: '29000000000000000', currency: 'EUR', paidUnits: '10000' }],
      proofs: ['card A'],
      euroCents: 9_901n,
    });
  });

  test('gets another form with a higher fee and the same claims, and only the added fee counts', async () => {
    const { makeOrder, pay, forms } = await createSignerWorld();
    const payment = makeOrder('A');
    await pay([payment], { nonce: 5 });
    expect(await pay([payment], { nonce: 5 }, 200n)).toMatchObject({ kind: 'ok' });
    expect(forms.map(({ euroCents, units }) => [euroCents, units])).toEqual([
      [9_901n, 29_000_000_000_000_000n],
      [1n, 0n],
    ]);
  });

  test('returns the form signed before when it is requested with other claims', async () => {
    const { makeOrder, pay, forms } = await createSignerWorld();
    const payment = makeOrder('A');
    const first = await pay([payment], { nonce: 5 });
    expect(await pay([payment], { nonce: 6 })).toEqual(first);
    expect(forms).toHaveLength(1);
  });

  test('returns the other order’s form when its claims are already used', async () => {
    const { makeOrder, pay } = await createSignerWorld();
    const other = await pay([makeOrder('A')], { nonce: 5 });
    expect(await pay([makeOrder('B')], { nonce: 5 })).toEqual(other);
  });

  test('returns the batch signed before when it is requested separately or with another order', async () => {
    const { makeOrder, pay, forms } = await createSignerWorld();
    const [a, b, c] = [makeOrder('A'), makeOrder('B'), makeOrder('C')];
    const both = await pay([a, b], { inputs: ['x:0'] });
    expect(both).toMatchObject({ kind: 'ok', value: { orderNos: ['A', 'B'] } });
    expect(await pay([a], { inputs: ['x:0'] })).toEqual(both);
    expect(await pay([a, b, c], { inputs: ['x:0'] })).toEqual(both);
    expect(await pay([c], { inputs: ['x:0', 'y:0'] })).toEqual(both);
    expect(forms).toHaveLength(1);
  });

  test('is paid again each time that two people vouch for it', async () => {
    const { makeOrder, pay, allowed, clock, forms } = await createSignerWorld();
    const payment = makeOrder('A');
    await pay([payment], { nonce: 5 });
    allowed.add('A again');
    clock.now = new Date(clock.now.getTime() + 11_000);
    const second = await pay([payment], { nonce: 6 });
    expect(second).toMatchObject({ kind: 'ok' });
    expect(forms.map(({ units }) => units)).toEqual([29_000_000_000_000_000n, 29_000_000_000_000_000n]);
    // A new form of the second payout needs no further vouch, but a third payout does.
    expect(await pay([payment], { nonce: 6 }, 200n)).toMatchObject({ kind: 'ok' });
    expect(await pay([payment], { nonce: 7 })).toMatchObject({ kind: 'ok', value: { orderNos: ['A'] } });
    expect(forms).toHaveLength(3);
  });

  test('is verified again if a refund or withdrawal was released after its clearance', async () => {
    const { makeOrder, money, pay, signer, state } = await createSignerWorld();
    const payment = makeOrder('A');
    await signer.clear(['A']);
    state.releases = 1;
    const unsigned = buildUnsignedPayout([payment], { nonce: 5 });
    expect(await signer.pay(NETWORK, unsigned, [payment])).toMatchObject({ kind: 'unavailable' });
    money.set('A', refused('not_paid'));
    expect(await pay([payment], { nonce: 5 })).toMatchObject({ kind: 'refused', reason: 'not_paid' });
  });
});

describe('a cancelled payout', () => {
  async function setUpCancelledPayout() {
    const world = await createSignerWorld();
    const payments = [world.makeOrder('A'), world.makeOrder('B')] as const;
    await world.pay(payments, { inputs: ['x:0'] });
    const cancelled = await world.signer.cancel(NETWORK, buildUnsignedPayout([], { inputs: ['x:0'] }, 200n), [
      'A',
      'B',
    ]);
    if (cancelled.kind !== 'ok') throw new Error(cancelled.kind);
    return { ...world, payments, left: `${cancelled.value.transactionId}:0` };
  }

  test('is paid again from the output of the cancellation, so that the first can never be mined', async () => {
    const { pay, payments, left } = await setUpCancelledPayout();
    expect(await pay([payments[0]], { inputs: [left, 'y:0'] })).toMatchObject({
      kind: 'ok',
      value: { orderNos: ['A'] },
    });
  });

  test('is paid again from change that descends from the cancellation', async () => {
    const { pay, payments, left } = await setUpCancelledPayout();
    const next = await pay([payments[0]], { inputs: [left] });
    if (next.kind !== 'ok') throw new Error(next.kind);
    const change = `${next.value.transactionId}:1`;
    expect(await pay([payments[1]], { inputs: [change] })).toMatchObject({ kind: 'ok', value: { orderNos: ['B'] } });
  });

  test('is not paid again from unrelated outputs, because both could be mined', async () => {
    const { pay, payments } = await setUpCancelledPayout();
    expect(await pay([payments[0]], { inputs: ['y:0'] })).toMatchObject({ value: { orderNos: ['A', 'B'] } });
  });

  test('is cancelled only with its own claims, and without paying anyone', async () => {
    const { signer } = await setUpCancelledPayout();
    const mine = buildUnsignedPayout([], { inputs: ['z:0'] });
    expect(await signer.cancel(NETWORK, mine, ['A', 'B'])).toEqual(refused('order_changed'));
    const sends = { ...mine, pays: `${STRANGER} 5`, inputs: ['x:0'] };
    await expect(signer.cancel(NETWORK, sends, ['A', 'B'])).rejects.toThrow('not a cancellation');
  });
});

describe('nothing is signed', () => {
  const changed = (order: Order): Order => ({ ...order, address: STRANGER });
  test.each<[string, (order: Order) => Order]>([
    ['whose address was changed', changed],
    [
      'whose amount was changed',
      (order) => ({ ...order, receive: createAmount(order.receive.asset, 5n * 10n ** 18n) }),
    ],
    ['whose price was changed', (order) => ({ ...order, pay: createAmount(order.pay.asset, 1n) })],
    ['that has no seal', (order) => ({ ...order, seal: null })],
  ])('for an order %s', async (_name, change) => {
    const { makeOrder, orders, paymentOf, pay, forms } = await createSignerWorld();
    makeOrder('A');
    const order = change(orders.get('A') as Order);
    orders.set('A', order);
    expect(await pay([paymentOf(order)], { nonce: 1 })).toEqual(refused('order_changed'));
    expect(forms).toEqual([]);
  });

  test('that pays another address than the order’s', async () => {
    const { signer, makeOrder, forms } = await createSignerWorld();
    const payment = makeOrder('A');
    await signer.clear(['A']);
    const forged = [{ ...payment, request: { ...payment.request, to: STRANGER } }] as const;
    expect(await signer.pay(NETWORK, buildUnsignedPayout(forged, { nonce: 1 }), forged)).toMatchObject(
      refused('order_changed'),
    );
    const payments = [payment] as const;
    await expect(signer.pay(NETWORK, buildUnsignedPayout(forged, { nonce: 1 }), payments)).rejects.toThrow(
      'not the payout',
    );
    expect(forms).toEqual([]);
  });

  test('for an order that is unknown, unpaid, or worth more than its payment permits', async () => {
    const { signer, makeOrder, money, worth } = await createSignerWorld();
    makeOrder('unpaid');
    makeOrder('dear');
    money.set('unpaid', refused('not_paid'));
    worth.set('dear', { paidCents: 100n, sentCents: 121n, mostCents: 120n, units: 1n });
    const answer = await signer.clear(['unknown', 'unpaid', 'dear']);
    expect(answer).toEqual(
      ok(
        new Map([
          ['unknown', 'order_changed'],
          ['unpaid', 'not_paid'],
          ['dear', 'overvalued'],
        ]),
      ),
    );
  });

  test('for a second order with the proof of payment of the first', async () => {
    const { makeOrder, money, pay } = await createSignerWorld();
    money.set('A', ok('bank RF18'));
    money.set('B', ok('bank RF18'));
    await pay([makeOrder('A')], { nonce: 1 });
    expect(await pay([makeOrder('B')], { nonce: 2 })).toEqual(refused('not_paid'));
  });

  test('for two orders with one proof of payment, at once or one after the other', async () => {
    const { signer, makeOrder, money, forms } = await createSignerWorld();
    const [a, b] = [makeOrder('A'), makeOrder('B')];
    for (const orderNo of ['A', 'B']) money.set(orderNo, ok('bank RF18'));
    expect(await signer.clear(['A', 'B'])).toEqual(ok(new Map()));
    const both = [a, b] as const;
    expect(await signer.pay(NETWORK, buildUnsignedPayout(both, { inputs: ['x:0'] }), both)).toEqual(
      refused('not_paid', 'B'),
    );
    expect(await signer.pay(NETWORK, buildUnsignedPayout([a], { nonce: 1 }), [a])).toMatchObject({ kind: 'ok' });
    expect(await signer.pay(NETWORK, buildUnsignedPayout([b], { nonce: 2 }), [b])).toEqual(refused('not_paid', 'B'));
    expect(forms).toHaveLength(1);
  });

  test('for one order twice in one transaction', async () => {
    const { pay, makeOrder, forms } = await createSignerWorld();
    const payment = makeOrder('A');
    expect(await pay([payment, payment], { inputs: ['x:0'] })).toMatchObject(refused('already_paid'));
    expect(forms).toEqual([]);
  });

  test('for an order that cannot be verified; the answer is unavailable only if that order comes first', async () => {
    const { signer, makeOrder, money } = await createSignerWorld();
    for (const orderNo of ['A', 'B']) makeOrder(orderNo);
    const away = { kind: 'unavailable', retryAfterMs: 1, detail: 'away' } as const;
    money.set('B', away);
    expect(await signer.clear(['A', 'B'])).toEqual(ok(new Map()));
    expect(await signer.clear(['B', 'A'])).toEqual(away);
  });

  test('to an address that was denied after the clearance', async () => {
    const { signer, makeOrder, denied } = await createSignerWorld();
    const payment = makeOrder('A');
    await signer.clear(['A']);
    denied.push(ADDRESS);
    const pendingPayout = signer.pay(NETWORK, buildUnsignedPayout([payment], { nonce: 1 }), [payment]);
    expect(await pendingPayout).toMatchObject(refused('address_denied'));
  });

  test('for an order without a clearance, or with an expired one', async () => {
    const { signer, makeOrder, clock } = await createSignerWorld();
    const payment = makeOrder('A');
    const requestPayout = () => signer.pay(NETWORK, buildUnsignedPayout([payment], { nonce: 1 }), [payment]);
    expect(await requestPayout()).toMatchObject({ kind: 'unavailable' });
    await signer.clear(['A']);
    clock.now = new Date(clock.now.getTime() + 30_001);
    expect(await requestPayout()).toMatchObject({ kind: 'unavailable' });
  });

  test('while a person has stopped the signer, or without a price for the fee', async () => {
    const { makeOrder, pay, state } = await createSignerWorld();
    const payment = makeOrder('A');
    state.stopped = 'stopped by hand';
    expect(await pay([payment], { nonce: 1 })).toEqual(refused('signer_stopped', 'stopped by hand'));
    state.stopped = undefined;
    state.feeCents = undefined;
    expect(await pay([payment], { nonce: 1 })).toMatchObject({ kind: 'unavailable' });
  });
});

describe('limits', () => {
  const HOUR_MS = 3_600_000;
  const order = { paidCents: 100_000n, sentCents: 100_000n, mostCents: 120_000n, units: 10n };

  async function worldWith(limits: Parameters<typeof createSignerWorld>[0]) {
    const world = await createSignerWorld(limits);
    let nonce = 0;
    const buy = async (orderNo: string) => {
      world.worth.set(orderNo, order);
      nonce += 1;
      const { kind } = await world.pay([world.makeOrder(orderNo)], { nonce });
      return kind;
    };
    return { ...world, buy };
  }

  test('apply to one transaction, including its fee', async () => {
    expect(await (await worldWith({ limits: { transactionCents: 100_001n } })).buy('A')).toBe('ok');
    expect(await (await worldWith({ limits: { transactionCents: 100_000n } })).buy('A')).toBe('refused');
  });

  test('apply to an hour and to a day', async () => {
    const { buy, clock } = await worldWith({ limits: { hourCents: 250_000n, dayCents: 350_000n } });
    const later = (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
    };
    expect([await buy('A'), await buy('B'), await buy('C')]).toEqual(['ok', 'ok', 'refused']);
    later(HOUR_MS + 1);
    expect([await buy('C'), await buy('D')]).toEqual(['ok', 'refused']);
    later(23 * HOUR_MS);
    expect(await buy('D')).toBe('ok');
  });

  test('apply to a coin within a day', async () => {
    const { makeOrder, buy } = await worldWith({});
    const { asset } = makeOrder('A').request;
    const limited = await worldWith({ limits: { dayUnits: new Map([[asset.id, 25n]]) } });
    expect([await limited.buy('A'), await limited.buy('B'), await limited.buy('C')]).toEqual(['ok', 'ok', 'refused']);
    expect(await buy('A')).toBe('ok');
  });

  test('apply to fees, and count each fee bump', async () => {
    const { makeOrder, pay, state } = await worldWith({ limits: { hourCents: 30_000n } });
    const payment = makeOrder('A');
    state.feeCents = 10_001n;
    expect(await pay([payment], { nonce: 1 })).toMatchObject({ reason: 'over_limit' });
    state.feeCents = 9_000n;
    expect((await pay([payment], { nonce: 1 })).kind).toBe('ok');
    expect((await pay([payment], { nonce: 1 }, 101n)).kind).toBe('ok');
    expect(await pay([payment], { nonce: 1 }, 102n)).toMatchObject({ reason: 'over_limit' });
  });
});

test('verifies a cleared order again only after ten seconds', async () => {
  const world = await createSignerWorld();
  world.makeOrder('A');
  let queryCount = 0;
  const verifyPayment = world.context.verifyPayment;
  const signer = createSigner({
    ...world.context,
    verifyPayment: async (order) => {
      queryCount += 1;
      return verifyPayment(order);
    },
  });
  await signer.clear(['A']);
  await signer.clear(['A']);
  expect(queryCount).toBe(1);
  world.clock.now = new Date(world.clock.now.getTime() + 10_001);
  await signer.clear(['A']);
  expect(queryCount).toBe(2);
});

test('signs concurrent requests one after the other', async () => {
  const { signer, makeOrder, forms } = await createSignerWorld();
  const [a, b] = [makeOrder('A'), makeOrder('B')];
  await signer.clear(['A', 'B']);
  const answers = await Promise.all(
    [a, b].map((payment) => signer.pay(NETWORK, buildUnsignedPayout([payment], { nonce: 1 }), [payment])),
  );
  expect(new Set(answers.map((answer) => (answer.kind === 'ok' ? answer.value.transactionId : '')))).toHaveProperty(
    'size',
    1,
  );
  expect(forms).toHaveLength(1);
});
