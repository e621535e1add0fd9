import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { PayoutView } from '../../../providers/chain/chainPort.ts';
import { ok } from '../../../providers/outcome.ts';
import { applyEvent } from '../../order/machine/applyEvent.ts';
import { silentOrderMachine } from '../../order/silentStepContext.testing.ts';
import { openConvertedOrders } from '../convertedOrder.testing.ts';

const { database, createConvertedOrder, advanceClock } = await openConvertedOrders();

function createMinedView(confirmations: number, more: Partial<PayoutView> = {}): PayoutView {
  return { status: 'included', confirmations, final: false, ...more };
}

describe('the cancellation of a payout', () => {
  test('returns its order to the state before the payout, at the cost of its fee', async () => {
    const { orderId, steps, story, chain, cancel, order, payouts, broadcasts } = await createConvertedOrder();
    await steps.send();
    await database.run(sql`update orders set status = 'on_hold', held_from = 'delivering' where id = ${orderId}`);
    expect(await cancel()).toEqual(ok(undefined));
    expect(broadcasts.at(-1)).toContain('"to":"0xTreasury"');
    // A second cancellation at once sends the same bytes again, without a higher fee.
    expect(await cancel()).toEqual(ok(undefined));
    expect(new Set(broadcasts).size).toBe(2);

    const fee = createAmount(chain.nativeAsset, 77n);
    const gone: PayoutView = { status: 'replaced', confirmations: 0, final: true, replacedBy: 'tx' };
    chain.getPayout = async ({ bytes }) => ok(bytes.includes('0xTreasury') ? story.view : gone);
    story.view = createMinedView(12, { networkFee: fee });
    await steps.watch();
    expect(await order()).toMatchObject({ status: 'on_hold', heldFrom: 'delivering' });
    story.view = createMinedView(64, { final: true, networkFee: fee });
    await steps.watch();
    expect(await order()).toMatchObject({ status: 'on_hold', heldFrom: 'converted', payoutSigned: false });
    expect(await payouts()).toMatchObject([{ status: 'reverted' }]);
    const books = await database.many<{ account: string; units: bigint }>(sql`
      select account, sum(units) as units from ledger_postings
      where order_id = ${orderId} and account in ('asset:transit', 'asset:wallet', 'expense:network') group by account
      order by account`);
    expect(books).toEqual([
      { account: 'asset:transit', units: 0n },
      { account: 'asset:wallet', units: -77n },
      { account: 'expense:network', units: 77n },
    ]);
  });

  test('does not prevent the delivery if the payment is mined after all', async () => {
    const { steps, chain, cancel, order, payouts } = await createConvertedOrder();
    await steps.send();
    await cancel();
    const gone: PayoutView = { status: 'replaced', confirmations: 0, final: false, replacedBy: 'tx' };
    chain.getPayout = async ({ bytes }) => ok(bytes.includes('0xTreasury') ? gone : createMinedView(12));
    await steps.watch();
    expect((await order())?.status).toBe('delivered');
    expect(await payouts()).toMatchObject([{ status: 'confirmed' }]);
  });

  test('gets a higher fee when it is stuck, and the payment is not sent again', async () => {
    const { steps, story, cancel, broadcasts, fees } = await createConvertedOrder();
    await steps.send();
    await cancel();
    await advanceClock(61);
    await steps.bump();
    expect(await fees()).toEqual([100n, 113n, 128n]);
    const sent = broadcasts.length;
    story.view = { status: 'missing', confirmations: 0, final: false };
    await steps.watch();
    await steps.rebroadcast();
    const again = broadcasts.slice(sent);
    expect(again).toHaveLength(2);
    for (const bytes of broadcasts.slice(1)) expect(bytes).toContain('"to":"0xTreasury"');
  });

  test('is followed by a new payout if the broadcast was never answered and the order is not held', async () => {
    const { steps, story, chain, cancel, order, payouts } = await createConvertedOrder();
    story.losesNextAnswer = true;
    await steps.send();
    await cancel();
    await steps.send();
    const gone: PayoutView = { status: 'replaced', confirmations: 0, final: true, replacedBy: 'tx' };
    chain.getPayout = async ({ bytes }) =>
      ok(bytes.includes('0xTreasury') ? createMinedView(64, { final: true }) : gone);
    await steps.watch();
    expect((await order())?.status).toBe('converted');
    await steps.send();
    expect((await payouts()).map(({ status }) => status)).toEqual(['reverted', 'broadcast']);
  });

  test('is refused at the fee ceiling, with an alert', async () => {
    const { steps, story, cancel, alerts, broadcasts } = await createConvertedOrder({
      maximumFee: () => '0.0000000000000001',
    });
    await steps.send();
    story.feeBid = 200n;
    expect(await cancel()).toMatchObject({ kind: 'refused', reason: 'fee_ceiling' });
    expect(broadcasts).toHaveLength(1);
    expect((await alerts()).map(({ kind }) => kind)).toEqual(['fee_ceiling']);
  });
});

describe('a held order with a signed payout', () => {
  const hold = (orderId: number) =>
    database.transaction((transaction) =>
      applyEvent(silentOrderMachine, transaction, orderId, {
        kind: 'payment_disputed',
        key: `dispute:${orderId}`,
        facts: { paymentId: 'pi_1', disputeId: 'dp_1', units: 1n, disputeFeeUnits: null },
      }),
    );
  const setHeld = async (orderId: number, heldFrom: string) =>
    database.run(sql`update orders set status = 'on_hold', held_from = ${heldFrom} where id = ${orderId}`);

  test('records a broadcast whose answer was lost, and is delivered with the right postings', async () => {
    const { orderId, steps, story, order } = await createConvertedOrder();
    story.losesNextAnswer = true;
    await steps.send();
    await hold(orderId);
    expect(await order()).toMatchObject({ status: 'on_hold', heldFrom: 'converted' });
    await steps.watch();
    expect(await order()).toMatchObject({ status: 'on_hold', heldFrom: 'delivering' });
    story.view = createMinedView(12);
    await steps.watch();
    expect((await order())?.status).toBe('delivered');
    const wallet = await database.one<{ units: bigint }>(sql`
      select sum(units) as units from ledger_postings
      where order_id = ${orderId} and account in ('asset:wallet', 'asset:transit')`);
    expect(wallet.units).toBe(-29_000_000_000_000_000n);
  });

  test('records that its payout has finally reverted', async () => {
    const { orderId, steps, story, order } = await createConvertedOrder();
    await steps.send();
    await setHeld(orderId, 'delivering');
    story.view = { status: 'reverted', confirmations: 64, final: true };
    await steps.watch();
    expect(await order()).toMatchObject({ status: 'on_hold', heldFrom: 'converted', payoutSigned: false });
  });

  test('goes back to delivering when a reorganization removes its delivery', async () => {
    const { orderId, steps, story, order } = await createConvertedOrder();
    await steps.send();
    story.view = createMinedView(12);
    await steps.watch();
    await setHeld(orderId, 'delivered');
    story.view = { status: 'pending', confirmations: 0, final: false };
    await steps.watch();
    expect(await order()).toMatchObject({ status: 'on_hold', heldFrom: 'delivering' });
  });

  test('abandons a payout whose broadcast was never answered once the chain rules it out', async () => {
    const { orderId, steps, story, order, payouts } = await createConvertedOrder();
    story.losesNextAnswer = true;
    await steps.send();
    await setHeld(orderId, 'converted');
    story.view = { status: 'replaced', confirmations: 0, final: true, replacedBy: 'tx:of a thief' };
    await steps.watch();
    expect(await payouts()).toMatchObject([{ status: 'abandoned' }]);
    expect(await order()).toMatchObject({ status: 'on_hold', payoutSigned: false });
  });

  test('raises one alert when its payout is stuck', async () => {
    const { orderId, steps, alerts } = await createConvertedOrder();
    await steps.send();
    await setHeld(orderId, 'delivering');
    await advanceClock(61);
    await steps.watch();
    await steps.watch();
    expect(await alerts()).toMatchObject([{ kind: 'payout_stuck', facts: { reason: 'held' } }]);
  });
});

test.each(['refunding', 'refunded', 'cancelled'])('watches the payout of an order in %s', async (status) => {
  const { orderId, steps, story } = await createConvertedOrder();
  await steps.send();
  await database.run(sql`update orders set status = ${status} where id = ${orderId}`);
  story.view = createMinedView(12);
  await steps.watch();
  await steps.watch();
  const events = await database.many<{ kind: string }>(sql`
    select kind from order_events where order_id = ${orderId} and kind = 'payout_confirmed'`);
  expect(events).toHaveLength(1);
});

test('leaves a ledger that sums to zero', async () => {
  const off = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  expect(off).toEqual([]);
});
