import { createAmount } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { buildPayoutHaltScope as haltOf, setHalts } from '../../../ledger/haltStore.ts';
import type { PayoutView } from '../../../providers/chain/chainPort.ts';
import { ok, refused } from '../../../providers/outcome.ts';
import { emptyPriceBook } from '../../quote/priceBook.ts';
import { openConvertedOrders } from '../convertedOrder.testing.ts';
import { findDelivery } from '../currentDelivery.ts';
import { replacePayout } from '../forms/replacePayout.ts';
import { listTreasuryClaims } from '../treasuryClaimStore.ts';

const { database, createConvertedOrder, advanceClock, cancelOpenOrders } = await openConvertedOrders();
const UNITS = 1_000_000n;
const OTHER_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const PENDING: PayoutView = { status: 'pending', confirmations: 0, final: false };
const GONE: PayoutView = { status: 'replaced', confirmations: 0, final: true, replacedBy: 'tx' };

type Some = NonNullable<Parameters<typeof createConvertedOrder>[0]>;
type Converted = Awaited<ReturnType<typeof createConvertedOrder>>;

afterEach(cancelOpenOrders);

/** Orders that wait for payout on one chain, which can pay fifty at once; in order of arrival. */
async function createWaitingOrders(
  first: Some,
  ...others: readonly Some[]
): Promise<[Converted, Converted, Converted]> {
  const leading = await createConvertedOrder({ units: UNITS, mostPayees: 50, ...first });
  const orders = [leading];
  for (const terms of others) orders.push(await createConvertedOrder({ units: UNITS, sharedWith: leading, ...terms }));
  const [one, two, three] = orders;
  if (!one || !two || !three) throw new Error('this test needs three orders');
  return [one, two, three];
}

const createThreeOrders = (overrides: Some = {}) =>
  createWaitingOrders(overrides, { units: 2n * UNITS }, { units: 3n * UNITS });

function createMinedView(confirmations: number, more: Partial<PayoutView> = {}): PayoutView {
  return { status: 'included', confirmations, final: false, ...more };
}

const runSteps = (orders: readonly Converted[], step: keyof Converted['steps']) =>
  Promise.all(orders.map(({ steps }) => steps[step]()));

const readStatuses = async (orders: readonly Converted[]) =>
  Promise.all(orders.map(async ({ order }) => (await order())?.status));

/** Returns the newest payout of each order, with its batch. */
async function readPayouts(orders: readonly Converted[]) {
  return Promise.all(
    orders.map(({ orderId }) =>
      database.maybeOne<{ batch: string; status: string; fee: bigint | null; transaction: string }>(sql`
        select batch_id as batch, status, fee_units as fee, transaction_id as transaction from payouts
        where order_id = ${orderId} order by created_at desc limit 1`),
    ),
  );
}

const readBatches = async (orders: readonly Converted[]) =>
  (await readPayouts(orders)).map((payout) => payout?.batch ?? 'none');

async function readSum(orders: readonly Converted[], account: string): Promise<bigint> {
  const { units } = await database.one<{ units: bigint }>(sql`
    select coalesce(sum(units), 0) as units from ledger_postings
    where account = ${account} and order_id = any(${orders.map(({ orderId }) => orderId)}::bigint[])`);
  return units;
}

async function listAlerts(orders: readonly Converted[]): Promise<string[]> {
  const alerts = await Promise.all(orders.map((order) => order.alerts()));
  return alerts.flat().map(({ kind }) => kind);
}

describe('orders that wait for a payout at the same time', () => {
  test('are paid in one transaction, delivered one by one, and share its fee', async () => {
    const orders = await createThreeOrders();
    const [first, second, third] = orders;
    await second.steps.send();
    expect(new Set(await readBatches(orders)).size).toBe(1);
    expect(await readStatuses(orders)).toEqual(['converted', 'delivering', 'converted']);
    await runSteps([first, third], 'send');
    expect(await readStatuses(orders)).toEqual(['delivering', 'delivering', 'delivering']);
    expect(new Set(first.broadcasts).size).toBe(1);

    first.story.view = createMinedView(12, { networkFee: createAmount(first.chain.nativeAsset, 100n) });
    await runSteps(orders, 'watch');
    expect(await readStatuses(orders)).toEqual(['delivered', 'delivered', 'delivered']);
    expect((await readPayouts(orders)).map((payout) => payout?.fee)).toEqual([17n, 33n, 50n]);
    expect(await readSum(orders, 'expense:network')).toBe(100n);
    expect(await readSum(orders, 'asset:wallet')).toBe(-6n * UNITS - 100n);
    const decisions = await database.many(sql`
      select 1 from risk_decisions where stage = 'payout' and order_id = any(${orders.map(({ orderId }) => orderId)}::bigint[])`);
    expect(decisions).toHaveLength(3);
  });

  test('claim their amounts and the transaction’s fee once in the treasury', async () => {
    const orders = await createThreeOrders({ kind: 'output' });
    const [first] = orders;
    await first.steps.send();
    const claimed = await database.transaction((transaction) => listTreasuryClaims(transaction, first.chain));
    expect(claimed.waiting).toBe(1);
    expect(claimed.live).toMatchObject([{ units: 6n * UNITS, worstFee: 101n }]);
    expect([...claimed.held]).toEqual([`${first.chain.network}-first:0`]);
  });

  test('are each paid once by many workers at once', async () => {
    const [first, ...others] = await createThreeOrders();
    const more = await Promise.all(
      Array.from({ length: 5 }, () => createConvertedOrder({ units: UNITS, sharedWith: first })),
    );
    const orders = [first, ...others, ...more];
    await Promise.all([...orders, ...orders].map(({ steps }) => steps.send()));
    await runSteps(orders, 'send');
    expect(new Set(await readStatuses(orders))).toEqual(new Set(['delivering']));
    const paid = new Set(first.broadcasts);
    expect(paid.size).toBe(new Set(await readBatches(orders)).size);
    const values = [...paid].map((bytes) => BigInt((JSON.parse(bytes) as { value: string }).value));
    expect(values.reduce((sum, value) => sum + value, 0n)).toBe(11n * UNITS);
  });

  test('are batched oldest first, up to the chain’s limit', async () => {
    const orders = await createThreeOrders({ mostPayees: 2 });
    await orders[2].steps.send();
    const [first, second, third] = await readBatches(orders);
    expect(first).toBe(third);
    expect(second).toBe('none');
  });

  test('are paid separately on a chain whose transactions pay only one address', async () => {
    const orders = await createThreeOrders({ mostPayees: 1 });
    await runSteps(orders, 'send');
    expect(new Set(await readBatches(orders)).size).toBe(3);
    expect(new Set(orders[0].broadcasts).size).toBe(3);
  });

  test('are sent by the next step of any of them if the process was killed between signing and sending', async () => {
    const orders = await createThreeOrders();
    const [first, second] = orders;
    const send = first.chain.broadcastPayout;
    first.chain.broadcastPayout = async () => {
      throw new Error('killed');
    };
    await expect(first.steps.send()).rejects.toThrow();
    expect((await readPayouts(orders)).map((payout) => payout?.status)).toEqual(['signed', 'signed', 'signed']);
    first.chain.broadcastPayout = send;
    await second.steps.send();
    await runSteps(orders, 'send');
    expect(new Set(first.broadcasts).size).toBe(1);
    expect(await readStatuses(orders)).toEqual(['delivering', 'delivering', 'delivering']);
  });

  test('are not batched if the signer throws for the batch: the first is paid without them', async () => {
    const orders = await createThreeOrders();
    const [first] = orders;
    const { pay } = first.signer;
    first.signer.pay = async (network, unsigned, payments) => {
      if (payments.length > 1) throw new Error('not the payout');
      return pay(network, unsigned, payments);
    };
    await first.steps.send();
    expect((await first.order())?.status).toBe('delivering');
    expect((await readBatches(orders)).slice(1)).toEqual(['none', 'none']);
  });
});

describe('a batch pays the other orders and leaves out one', () => {
  test.each<[string, Some, Some, string]>([
    ['whose address was changed', {}, { sealedWith: { address: OTHER_ADDRESS } }, 'order_changed'],
    ['whose address was denied', { denied: [OTHER_ADDRESS] }, { address: OTHER_ADDRESS }, 'address_denied'],
  ])('%s', async (_name, leading, other, reason) => {
    const orders = await createWaitingOrders(leading, { ...other, ...leading }, {});
    const [first, left, third] = orders;
    await first.steps.send();
    const [batch, none, same] = await readBatches(orders);
    expect(same).toBe(batch);
    expect(none).toBe('none');
    await left.steps.send();
    expect(await left.order()).toMatchObject({ status: 'on_hold', reason });
    await third.steps.send();
    expect((await third.order())?.status).toBe('delivering');
  });

  test('whose amount is too small for the chain', async () => {
    const orders = await createWaitingOrders({}, {}, { units: 1n });
    const [first, second, third] = orders;
    first.story.dustBelow = 2n;
    await first.steps.send();
    const [batch, same, none] = await readBatches(orders);
    expect([same, none]).toEqual([batch, 'none']);
    await third.steps.send();
    expect((await third.order())?.status).toBe('refunding');
    await second.steps.send();
    expect((await second.order())?.status).toBe('delivering');
  });

  test('whose share of the fee would be above its ceiling', async () => {
    const price = { mid: parseDecimal('1000'), trusted: true, observedAt: new Date() };
    const book = { ...emptyPriceBook, markets: new Map([['ETH/EUR', price]]) };
    const orders = await createWaitingOrders({ book }, { book }, { book });
    const [first, , third] = orders;
    await database.run(sql`update orders set euro_cents = 0 where id = ${third.orderId}`);
    await first.steps.send();
    const [batch, same, none] = await readBatches(orders);
    expect([same, none]).toEqual([batch, 'none']);
    await third.steps.send();
    expect(await third.readConclusion()).toBe('fee_ceiling');
  });

  test('whose amount the treasury lacks', async () => {
    const orders = await createWaitingOrders({}, {}, { units: 5n * UNITS });
    const [first] = orders;
    first.story.balance = 3n * UNITS;
    await first.steps.send();
    const [batch, same, none] = await readBatches(orders);
    expect([same, none]).toEqual([batch, 'none']);
  });
});

describe('one transaction that pays several orders', () => {
  async function createSentOrders(overrides: Some = {}): Promise<[Converted, Converted, Converted]> {
    const orders = await createThreeOrders(overrides);
    await orders[0].steps.send();
    await runSteps(orders, 'send');
    return orders;
  }

  test('delivers each order at the depth that its value requires', async () => {
    const orders = await createSentOrders();
    const [first, second] = orders;
    await database.run(sql`update orders set euro_cents = 1000000 where id = ${second.orderId}`);
    first.chain.requiredConfirmations = (cents) => (cents > 100_000n ? 2 : 1);
    first.story.view = createMinedView(1);
    await runSteps(orders, 'watch');
    expect(await readStatuses(orders)).toEqual(['delivered', 'delivering', 'delivered']);
    first.story.view = createMinedView(2);
    await runSteps(orders, 'watch');
    expect(await readStatuses(orders)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  test('delivers its orders again by the same payouts after a reorganization', async () => {
    const orders = await createSentOrders();
    const [first] = orders;
    const fee = { networkFee: createAmount(first.chain.nativeAsset, 10n) };
    first.story.view = createMinedView(12, fee);
    await runSteps(orders, 'watch');
    first.story.view = PENDING;
    await runSteps(orders, 'watch');
    expect(await readStatuses(orders)).toEqual(['delivering', 'delivering', 'delivering']);
    first.story.view = createMinedView(12, fee);
    await runSteps(orders, 'watch');
    expect(await readStatuses(orders)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await readSum(orders, 'expense:network')).toBe(10n);
    for (const order of orders) expect(await order.payouts()).toHaveLength(1);
  });

  test('is recorded as sent for its other orders even if a halt has begun since the broadcast', async () => {
    const orders = await createThreeOrders();
    const [first, second] = orders;
    await first.steps.send();
    const halt = (...scopes: Parameters<typeof setHalts>[2]) =>
      database.transaction((transaction) => setHalts(transaction, 'difference:1', scopes));
    await halt(haltOf(first.chain.nativeAsset.id));
    await second.steps.send();
    expect((await second.order())?.status).toBe('delivering');
    await halt();
  });

  test('gets one fee bump when it is stuck, from any of its orders, and one alert', async () => {
    const orders = await createSentOrders();
    const [first] = orders;
    await advanceClock(61);
    await runSteps(orders, 'watch');
    await runSteps(orders, 'bump');
    for (const order of orders) expect(await order.fees()).toEqual([100n, 113n]);
    expect(await listAlerts(orders)).toEqual(['network_fee_high']);
    expect(first.broadcasts.at(-1)).toContain(`"value":"${6n * UNITS}"`);
  });

  test('gets one fee bump when two of its orders request it at once', async () => {
    const [first, second] = await createSentOrders();
    const found = await Promise.all(
      [first, second].map(async ({ context, order }) => {
        const current = await order();
        const delivery = current && (await findDelivery(context, current));
        if (!delivery) throw new Error('there is no payout');
        return { context, delivery };
      }),
    );
    const outcomes = await Promise.all(found.map(({ context, delivery }) => replacePayout(context, delivery, 'asked')));
    expect(outcomes.filter(({ kind }) => kind === 'ok')).toHaveLength(1);
    expect(outcomes).toContainEqual(refused('overtaken'));
    expect(await second.fees()).toEqual([100n, 113n]);
  });

  test('gets no fee bump above the lowest ceiling of its orders', async () => {
    const orders = await createSentOrders({ maximumFee: () => '0.0000000000000001' });
    // The ceiling of each order is 100, and the third order's share is half of the fee.
    const bump = async (feeBid: bigint) => {
      orders[0].story.feeBid = feeBid;
      await advanceClock(61);
      await orders[0].steps.bump();
      return (await orders[0].fees()).at(-1);
    };
    expect(await bump(500n)).toBe(200n);
    expect(await bump(500n)).toBe(200n);
    await runSteps(orders, 'bump');
    expect((await listAlerts(orders)).toSorted()).toEqual(['fee_ceiling', 'network_fee_high']);
  });

  test('is watched for a held order and delivers it', async () => {
    const orders = await createSentOrders();
    const [first, second] = orders;
    await database.run(
      sql`update orders set status = 'on_hold', held_from = 'delivering' where id = ${second.orderId}`,
    );
    await advanceClock(61);
    await runSteps(orders, 'watch');
    // The other orders raise the fee.
    expect(await second.alerts()).toEqual([]);
    first.story.view = createMinedView(12);
    await runSteps(orders, 'watch');
    expect(await readStatuses(orders)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  test('is cancelled for all orders at the cost of its fee: a held one stays held, the others are paid again', async () => {
    const orders = await createSentOrders();
    const [first, second, third] = orders;
    await database.run(sql`update orders set status = 'on_hold', held_from = 'delivering' where id = ${third.orderId}`);
    expect(await second.cancel()).toEqual(ok(undefined));
    expect(first.broadcasts.at(-1)).toContain('"to":"0xTreasury"');
    const fee = createAmount(first.chain.nativeAsset, 100n);
    const cancelled = createMinedView(64, { final: true, networkFee: fee });
    first.chain.getPayout = async ({ bytes }) => ok(bytes.includes('0xTreasury') ? cancelled : GONE);
    await runSteps(orders, 'watch');
    expect(await readStatuses(orders)).toEqual(['converted', 'converted', 'on_hold']);
    expect(await readSum(orders, 'expense:network')).toBe(100n);
    expect(await readSum(orders, 'asset:wallet')).toBe(-100n);
    first.chain.getPayout = async () => ok(PENDING);
    await runSteps(orders, 'send');
    await runSteps(orders, 'send');
    expect(await readStatuses(orders)).toEqual(['delivering', 'delivering', 'on_hold']);
    expect((await readPayouts([third]))[0]?.status).toBe('reverted');
  });

  test('releases its claims only when none of its payouts can be mined any more', async () => {
    const orders = await createSentOrders({ kind: 'output' });
    const [first, second, third] = orders;
    const isLive = async () => {
      const [payout] = await readPayouts([first]);
      const claim = await database.one<{ live: boolean }>(
        sql`select live from payout_inputs where payout_id = ${payout?.batch}`,
      );
      return claim.live;
    };
    first.story.view = { status: 'reverted', confirmations: 64, final: true };
    await first.steps.watch();
    expect(await isLive()).toBe(true);
    await runSteps([second, third], 'watch');
    expect(await isLive()).toBe(false);
  });

  test('is cancelled instead of sent once one of its orders was stopped, and the others are paid again', async () => {
    const orders = await createThreeOrders();
    const [first, second, third] = orders;
    first.story.losesNextAnswer = true;
    await first.steps.send();
    const before = first.broadcasts.length;
    await database.run(
      sql`update orders set status = 'on_hold', held_from = 'converted', frozen = true where id = ${third.orderId}`,
    );
    await second.steps.send();
    await first.steps.send();
    const sent = first.broadcasts.slice(before);
    for (const bytes of sent) expect(bytes).toContain('"to":"0xTreasury"');
    expect(await readStatuses(orders)).toEqual(['delivering', 'delivering', 'on_hold']);
    first.chain.getPayout = async ({ bytes }) =>
      ok(bytes.includes('0xTreasury') ? createMinedView(64, { final: true }) : GONE);
    await runSteps(orders, 'watch');
    await runSteps(orders, 'watch');
    expect(await readStatuses(orders)).toEqual(['converted', 'converted', 'on_hold']);
    expect(await third.order()).toMatchObject({ payoutSigned: false });
  });
});

test('leaves a ledger that sums to zero', async () => {
  const off = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  expect(off).toEqual([]);
});
