import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { PayoutView } from '../../../providers/chain/chainPort.ts';
import { openConvertedOrders } from '../convertedOrder.testing.ts';

const { database, convertedOrder, pass } = await openConvertedOrders();

function mined(confirmations: number, more: Partial<PayoutView> = {}): PayoutView {
  return { status: 'included', confirmations, final: false, ...more };
}

describe('watching', () => {
  test('delivers at the required depth, not before', async () => {
    const { steps, story, order, payouts } = await convertedOrder();
    await steps.send();
    story.view = mined(11, { final: true });
    await steps.watch();
    expect((await order())?.status).toBe('delivering');
    story.view = mined(12);
    await steps.watch();
    expect((await order())?.status).toBe('delivered');
    story.view = mined(40, { final: true });
    await steps.watch();
    expect((await payouts())[0]?.status).toBe('final');
  });

  test('a payout that a block has taken has one waiting order tried at once, and only the first time', async () => {
    const { steps, story } = await convertedOrder();
    await steps.send();
    const waiting = [await convertedOrder(), await convertedOrder()];
    const due = () =>
      database.many<{ id: number }>(sql`
        select id from orders where status = 'converted' and attend_at <= clock_timestamp() order by id`);
    await database.run(sql`
      update orders set attend_at = clock_timestamp() + interval '1 hour', frozen = id <> all(${waiting.map(({ orderId }) => orderId)}::bigint[])
      where status = 'converted'`);
    await steps.watch();
    expect(await due()).toEqual([]);
    story.view = mined(1);
    await steps.watch();
    expect(await due()).toEqual([{ id: waiting[0]?.orderId }]);
    story.view = mined(2);
    await steps.watch();
    expect(await due()).toHaveLength(1);
  });

  test('where as many wait for a block as may, nobody is asked, until one of them waits too long to be believed', async () => {
    const first = await convertedOrder();
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
    const sent = await convertedOrder({ beside: { ...first, chain: full } });
    const next = await convertedOrder({ beside: { ...first, chain: full } });
    await sent.steps.send();
    const before = readings;
    await next.steps.send();
    expect(await next.waits()).toBe('treasury_busy');
    expect(readings).toBe(before);
    await pass(61);
    await next.steps.send();
    expect(readings).toBe(before + 1);
    expect((await next.order())?.status).toBe('delivering');
  });

  test('a re-organization takes a delivery back, with its postings, and the same payout delivers again', async () => {
    const { orderId, steps, story, order, payouts } = await convertedOrder();
    await steps.send();
    story.view = mined(12);
    await steps.watch();
    story.view = { status: 'pending', confirmations: 0, final: false };
    await steps.watch();
    expect((await order())?.status).toBe('delivering');
    story.view = mined(12);
    await steps.watch();
    expect((await order())?.status).toBe('delivered');
    expect(await payouts()).toHaveLength(1);
    const income = await database.one<{ units: bigint }>(
      sql`select sum(units) as units from ledger_postings where order_id = ${orderId} and account = 'income:processing'`,
    );
    expect(income.units).toBe(-420_000_000n);
  });

  test('a payout that reverts for good is made once more, with the next nonce; then somebody looks', async () => {
    const { steps, story, order, payouts } = await convertedOrder();
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

  test('a payout that the node forgot is sent again, byte for byte', async () => {
    const { steps, story, broadcasts } = await convertedOrder();
    await steps.send();
    story.view = { status: 'missing', confirmations: 0, final: false };
    await steps.watch();
    await steps.rebroadcast();
    expect(broadcasts).toHaveLength(2);
    expect(new Set(broadcasts).size).toBe(1);
  });
});

describe('bytes that expire', () => {
  const EXPIRED: PayoutView = { status: 'replaced', confirmations: 0, final: true };

  test('before they were sent: another payout is signed, once the chain rules the first out', async () => {
    const { steps, story, broadcasts, order } = await convertedOrder({ kind: 'neither' });
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

  test('are never signed anew while the chain has not ruled them out', async () => {
    const { steps, story, broadcasts } = await convertedOrder({ kind: 'neither' });
    for (const final of [true, false]) {
      story.losesNextAnswer = true;
      story.view = { status: final ? 'missing' : 'replaced', confirmations: 0, final };
      await steps.send();
    }
    expect(new Set(broadcasts).size).toBe(1);
  });

  test('after they were sent: paid once more, then somebody looks', async () => {
    const { steps, story, order } = await convertedOrder({ kind: 'neither' });
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

test('the ledger of all that sums to zero', async () => {
  const off = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  expect(off).toEqual([]);
});
