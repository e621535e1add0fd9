import { parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { PayoutView } from '../../../providers/chain/chainPort.ts';
import { emptyPriceBook } from '../../quote/priceBook.ts';
import { openConvertedOrders } from '../convertedOrder.testing.ts';

const { database, createConvertedOrder, advanceClock } = await openConvertedOrders();

function createMinedView(confirmations: number, more: Partial<PayoutView> = {}): PayoutView {
  return { status: 'included', confirmations, final: false, ...more };
}

describe('the fee of a payout', () => {
  /** The maximum fee of the seeded row: 0.03 ether. */
  const CEILING = 30_000_000_000_000_000n;

  test('is raised once per period, and not by a repeated step', async () => {
    const { steps, fees } = await createConvertedOrder();
    await steps.send();
    await advanceClock(61);
    await steps.watch();
    await Promise.all(Array.from({ length: 4 }, () => steps.bump()));
    expect(await fees()).toEqual([100n, 113n]);
    await advanceClock(30);
    await steps.bump();
    expect(await fees()).toEqual([100n, 113n]);
    await advanceClock(31);
    await steps.bump();
    expect(await fees()).toEqual([100n, 113n, 128n]);
  });

  test('is not raised once a form is in a block', async () => {
    const { steps, story, fees, alerts } = await createConvertedOrder();
    await steps.send();
    await advanceClock(61);
    story.view = createMinedView(3);
    await steps.bump();
    expect(await fees()).toEqual([100n]);
    expect(await alerts()).toEqual([]);
  });

  test('rises to the network’s current fee, after an alert to the operator', async () => {
    const { story, chain, alerts, fees, steps } = await createConvertedOrder();
    await steps.send();
    expect(await alerts()).toEqual([]);
    await advanceClock(61);
    story.feeBid = 5_000n;
    const alertsAtBroadcast: unknown[] = [];
    chain.broadcastPayout = async () => {
      alertsAtBroadcast.push(...(await alerts()));
      return { kind: 'unknown', detail: 'the answer was lost' };
    };
    await steps.bump();
    expect(await fees()).toEqual([100n, 5_000n]);
    expect(alertsAtBroadcast).toMatchObject([
      { kind: 'network_fee_high', facts: { quotedUnits: '1', mostUnits: '5000' } },
    ]);
  });

  test('never exceeds the network’s ceiling, and one alert reports that', async () => {
    const { orderId, steps, story, fees, alerts } = await createConvertedOrder();
    story.feeBid = 1_000_000_000_000_000n;
    await steps.send();
    story.feeBid = 0n;
    for (let minute = 0; minute < 60; minute++) {
      await advanceClock(61);
      await steps.watch();
      await steps.bump();
    }
    const paid = await fees();
    expect(paid.at(-1)).toBeLessThanOrEqual(CEILING);
    expect(paid.at(-1)).toBeGreaterThan((CEILING * 8n) / 9n);
    expect((await alerts()).map(({ kind }) => kind)).toEqual(['network_fee_high', 'fee_ceiling']);
    await steps.watch();
    const { conclusion } = await database.one<{ conclusion: string }>(sql`
      select conclusion from order_steps where order_id = ${orderId} and step = 'watch_payout' order by id desc limit 1`);
    expect(conclusion).toBe('fee_ceiling');
  });

  test('rises once the ceiling is raised', async () => {
    let maximumFee = '0.0000000000000001';
    const { steps, story, fees } = await createConvertedOrder({ maximumFee: () => maximumFee });
    await steps.send();
    story.feeBid = 500n;
    await advanceClock(61);
    await steps.bump();
    expect(await fees()).toEqual([100n]);
    maximumFee = '0.0000000000000003';
    await steps.bump();
    expect(await fees()).toEqual([100n, 300n]);
  });

  test('is at most a tenth of the order’s value where the coin has a price', async () => {
    // 100.00 EUR at 1,000 EUR for one ether: ten euros are 0.01 ether.
    const price = { mid: parseDecimal('1000'), trusted: true, observedAt: new Date() };
    const book = { ...emptyPriceBook, markets: new Map([['ETH/EUR', price]]) };
    const { steps, story, fees } = await createConvertedOrder({ book });
    await steps.send();
    story.feeBid = 2n * CEILING;
    await advanceClock(61);
    await steps.bump();
    expect(await fees()).toEqual([100n, 10_000_000_000_000_000n]);
  });

  test('is not signed above the ceiling, and the order waits', async () => {
    const { orderId, steps, story, payouts, order, alerts } = await createConvertedOrder();
    story.feeBid = CEILING + 1n;
    await steps.send();
    await steps.send();
    expect(await payouts()).toEqual([]);
    expect((await order())?.status).toBe('converted');
    expect((await alerts()).map(({ kind }) => kind)).toEqual(['fee_ceiling']);
    story.feeBid = CEILING;
    await steps.send();
    expect((await order())?.status).toBe('delivering');
    expect(await database.many(sql`select 1 from order_events where order_id = ${orderId} and unexpected`)).toEqual([]);
  });

  test('is raised at once when the node refuses the first broadcast', async () => {
    const { steps, story, order, fees, broadcasts } = await createConvertedOrder();
    story.minimumFee = 150n;
    story.feeBid = 100n;
    await steps.send();
    // The estimate was below the lowest fee that the node accepts.
    expect(await fees()).toEqual([100n, 113n]);
    expect((await order())?.status).toBe('converted');
    story.feeBid = 200n;
    await steps.send();
    expect(await fees()).toEqual([100n, 113n]);
    await advanceClock(61);
    await steps.send();
    expect(await fees()).toEqual([100n, 113n, 200n]);
    expect((await order())?.status).toBe('delivering');
    expect(broadcasts.at(-1)).toContain('"fee":"200"');
  });

  test('is raised when it has become too low to rebroadcast', async () => {
    const { steps, story, fees, broadcasts } = await createConvertedOrder();
    await steps.send();
    story.view = { status: 'missing', confirmations: 0, final: false };
    Object.assign(story, { minimumFee: 500n, feeBid: 600n });
    await steps.watch();
    await steps.rebroadcast();
    expect(await fees()).toEqual([100n, 600n]);
    expect(broadcasts.at(-1)).toContain('"fee":"600"');
  });
});

test('leaves a ledger that sums to zero', async () => {
  const off = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  expect(off).toEqual([]);
});
