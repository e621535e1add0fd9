import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { PayoutView } from '../../../providers/chain/chainPort.ts';
import { openConvertedOrders } from '../convertedOrder.testing.ts';

const { database, createConvertedOrder, advanceClock } = await openConvertedOrders();

function createMinedView(confirmations: number, more: Partial<PayoutView> = {}): PayoutView {
  return { status: 'included', confirmations, final: false, ...more };
}

describe('watchPayout', () => {
  test('delivers at the required depth, not before, and then makes the payout final', async () => {
    const { steps, story, order, payouts } = await createConvertedOrder();
    await steps.send();
    story.view = createMinedView(11, { final: true });
    await steps.watch();
    expect((await order())?.status).toBe('delivering');
    story.view = createMinedView(12);
    await steps.watch();
    expect((await order())?.status).toBe('delivered');
    story.view = createMinedView(40, { final: true });
    await steps.watch();
    expect((await payouts())[0]?.status).toBe('final');
  });

  test('makes one waiting order due when a payout gets into a block, only the first time', async () => {
    const { steps, story } = await createConvertedOrder();
    await steps.send();
    const waiting = [await createConvertedOrder(), await createConvertedOrder()];
    const due = () =>
      database.many<{ id: number }>(sql`
        select id from orders where status = 'converted' and attend_at <= clock_timestamp() order by id`);
    await database.run(sql`
      update orders set attend_at = clock_timestamp() + interval '1 hour', frozen = id <> all(${waiting.map(({ orderId }) => orderId)}::bigint[])
      where status = 'converted'`);
    await steps.watch();
    expect(await due()).toEqual([]);
    story.view = createMinedView(1);
    await steps.watch();
    expect(await due()).toEqual([{ id: waiting[0]?.orderId }]);
    story.view = createMinedView(2);
    await steps.watch();
    expect(await due()).toHaveLength(1);
  });

  test('reverses a delivery and its postings after a reorganization, and delivers by the same payout again', async () => {
    const { orderId, steps, story, order, payouts } = await createConvertedOrder();
    await steps.send();
    story.view = createMinedView(12);
    await steps.watch();
    story.view = { status: 'pending', confirmations: 0, final: false };
    await steps.watch();
    expect((await order())?.status).toBe('delivering');
    story.view = createMinedView(12);
    await steps.watch();
    expect((await order())?.status).toBe('delivered');
    expect(await payouts()).toHaveLength(1);
    const income = await database.one<{ units: bigint }>(
      sql`select sum(units) as units from ledger_postings where order_id = ${orderId} and account = 'income:processing'`,
    );
    expect(income.units).toBe(-420_000_000n);
  });

  test('pays once more with the next nonce after a final revert, then holds the order', async () => {
    const { steps, story, order, payouts } = await createConvertedOrder();
    const revert = async () => {
      await steps.send();
      story.view = { status: 'reverted', confirmations: 64, final: true };
      await steps.watch();
    };
    await revert();
    expect((await order())?.status).toBe('converted');
    await revert();
    expect(await order()).toMatchObject({ status: 'on_hold' });
    expect(await payouts()).toEqual([
      { status: 'reverted', nonce: 0 },
      { status: 'reverted', nonce: 1 },
    ]);
  });

  test('rebroadcasts the same bytes when the node dropped the payout', async () => {
    const { steps, story, broadcasts } = await createConvertedOrder();
    await steps.send();
    story.view = { status: 'missing', confirmations: 0, final: false };
    await steps.watch();
    await steps.rebroadcast();
    expect(broadcasts).toHaveLength(2);
    expect(new Set(broadcasts).size).toBe(1);
  });
});

test('sendPayout does not query the node while the maximum of payouts is pending, until one is stuck', async () => {
  const first = await createConvertedOrder();
  let readings = 0;
  const full: typeof first.chain = {
    ...first.chain,
    network: `${first.chain.network}:full`,
    traits: { ...first.chain.traits, mostWaiting: 1 },
    readTreasury(request) {
      readings += 1;
      return first.chain.readTreasury(request);
    },
  };
  const sent = await createConvertedOrder({ sharedWith: { ...first, chain: full } });
  const next = await createConvertedOrder({ sharedWith: { ...first, chain: full } });
  await sent.steps.send();
  const before = readings;
  await next.steps.send();
  expect(await next.readConclusion()).toBe('treasury_busy');
  expect(readings).toBe(before);
  await advanceClock(61);
  await next.steps.send();
  expect(readings).toBe(before + 1);
  expect((await next.order())?.status).toBe('delivering');
});

describe('a transaction that expires', () => {
  const EXPIRED: PayoutView = { status: 'replaced', confirmations: 0, final: true };

  test('is signed again before a broadcast, once the chain rules out the first one', async () => {
    const { steps, story, broadcasts, order } = await createConvertedOrder({ kind: 'neither' });
    story.losesNextAnswer = true;
    await steps.send();
    expect((await order())?.status).toBe('converted');
    story.losesNextAnswer = true;
    story.view = EXPIRED;
    await steps.send();
    await steps.send();
    expect((await order())?.status).toBe('delivering');
    expect(broadcasts.map((bytes) => bytes.match(/block \d/)?.[0])).toEqual(['block 1', 'block 1', 'block 2']);
  });

  test('is never signed again while the chain has not ruled it out', async () => {
    const { steps, story, broadcasts } = await createConvertedOrder({ kind: 'neither' });
    for (const final of [true, false]) {
      story.losesNextAnswer = true;
      story.view = { status: final ? 'missing' : 'replaced', confirmations: 0, final };
      await steps.send();
    }
    expect(new Set(broadcasts).size).toBe(1);
  });

  test('is followed by one more payout if it was broadcast; then the order is held', async () => {
    const { steps, story, order } = await createConvertedOrder({ kind: 'neither' });
    await steps.send();
    story.view = { ...EXPIRED, final: false };
    await steps.watch();
    expect((await order())?.status).toBe('delivering');
    story.view = EXPIRED;
    await steps.watch();
    expect((await order())?.status).toBe('converted');
    await steps.send();
    await steps.watch();
    expect((await order())?.status).toBe('on_hold');
  });
});

test('leaves a ledger that sums to zero', async () => {
  const off = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  expect(off).toEqual([]);
});
