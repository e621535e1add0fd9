import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { roleDatabase } from '../../../platform/database/roles/roleDatabase.testing.ts';
import type { Chain, PayoutView } from '../../../providers/chain/chainPort.ts';
import { openConvertedOrders } from '../convertedOrder.testing.ts';
import { classifyPayoutView, followPayouts } from './followPayouts.ts';

const owned = await openConvertedOrders();
const database = roleDatabase(owned.database, 'worker');

/** An order whose payout is sent, on its own chain, and one round of the worker. */
async function createSentOrder(mostPayees = 1) {
  const sent = await owned.createConvertedOrder({ mostPayees });
  const { chain, steps, orderId, orderNo } = sent;
  await steps.send();
  // All these tests use one database, so each gets its own network.
  const network = `eip155:${randomUUID()}`;
  await owned.database.run(sql`update payouts set network = ${network} where order_id = ${orderId}`);
  const sentJobs: number[] = [];
  let queryCount = 0;
  const watched: Chain = {
    ...chain,
    getPayout(...form) {
      queryCount += 1;
      return chain.getPayout(...form);
    },
  };
  const context = {
    ...sent.context,
    database,
    chains: new Map([[network, watched]]),
    machine: {
      jobs: { send: async (_: unknown, job: { readonly orderId: number }) => void sentJobs.push(job.orderId) },
    },
  };
  return {
    ...sent,
    network,
    orderNo,
    follow: () => followPayouts(context),
    /** Returns the orders whose step was enqueued since the last call. */
    takeSentJobs: () => sentJobs.splice(0),
    countQueries: () => queryCount,
    confirmations: async () =>
      (
        await database.one<{ confirmations: number }>(
          sql`select confirmations from payouts where order_id = ${orderId}`,
        )
      ).confirmations,
  };
}

function createMinedView(confirmations: number, more: Partial<PayoutView> = {}): PayoutView {
  return { status: 'included', confirmations, final: false, ...more };
}

describe('at each new block', () => {
  test('queries a pending payout, and enqueues its step once it is in a block', async () => {
    const { follow, takeSentJobs, countQueries, story, orderId } = await createSentOrder();
    await follow();
    expect(takeSentJobs()).toEqual([]);
    expect(countQueries()).toBe(1);
    Object.assign(story, { tip: { newest: 'block 2', final: 'block 0' }, view: createMinedView(1) });
    await follow();
    expect(takeSentJobs()).toEqual([orderId]);
  });

  test('counts confirmations, and enqueues the step at the required depth', async () => {
    const { follow, takeSentJobs, story, steps, orderId, confirmations, order } = await createSentOrder();
    story.view = createMinedView(1);
    await steps.watch();
    for (const depth of [2, 3, 7]) {
      Object.assign(story, { tip: { newest: `block ${depth}`, final: 'block 0' }, view: createMinedView(depth) });
      await follow();
      expect(await confirmations()).toBe(depth);
    }
    expect(takeSentJobs()).toEqual([]);
    Object.assign(story, { tip: { newest: 'block 12', final: 'block 0' }, view: createMinedView(12) });
    await follow();
    expect(takeSentJobs()).toEqual([orderId]);
    await steps.watch();
    expect((await order())?.status).toBe('delivered');
  });

  test('queries a delivered payout only when more blocks are final', async () => {
    const { follow, takeSentJobs, countQueries, story, steps, orderId } = await createSentOrder();
    await follow();
    story.view = createMinedView(12);
    await steps.watch();
    const before = countQueries();
    Object.assign(story, { tip: { newest: 'block 13', final: 'block 0' }, view: createMinedView(13) });
    await follow();
    expect(countQueries()).toBe(before);
    Object.assign(story, { tip: { newest: 'block 14', final: 'block 1' }, view: createMinedView(14) });
    await follow();
    expect(countQueries()).toBe(before + 1);
    expect(takeSentJobs()).toEqual([]);
    Object.assign(story, {
      tip: { newest: 'block 15', final: 'block 15' },
      view: createMinedView(15, { final: true }),
    });
    await follow();
    expect(takeSentJobs()).toEqual([orderId]);
  });

  test('enqueues the step for any other change of the payout', async () => {
    const { follow, takeSentJobs, story, steps, orderId } = await createSentOrder();
    story.view = createMinedView(3);
    await steps.watch();
    for (const [number, status] of (['missing', 'pending', 'replaced', 'reverted'] as const).entries()) {
      const tip = { newest: `fork ${number}`, final: 'block 0' };
      Object.assign(story, { tip, view: { status, confirmations: 0, final: false } });
      await follow();
      expect(takeSentJobs()).toEqual([orderId]);
    }
  });

  test('enqueues the step for a stuck payout', async () => {
    const { follow, takeSentJobs, orderId } = await createSentOrder();
    await owned.advanceClock(61);
    await follow();
    expect(takeSentJobs()).toEqual([orderId]);
  });
});

test('queries a payout once per block, with any number of workers', async () => {
  const { follow, countQueries } = await createSentOrder();
  await Promise.all(Array.from({ length: 6 }, follow));
  await follow();
  expect(countQueries()).toBe(1);
});

test('does not wait for a payout that another transaction has locked', async () => {
  const { follow, story, steps, orderId, confirmations } = await createSentOrder();
  story.view = createMinedView(1);
  await steps.watch();
  Object.assign(story, { tip: { newest: 'block 2', final: 'block 0' }, view: createMinedView(2) });
  await owned.database.transaction(async (transaction) => {
    await transaction.run(sql`select 1 from payouts where order_id = ${orderId} for no key update`);
    await follow();
  });
  expect(await confirmations()).toBe(1);
});

test('follows other chains when one does not answer', async () => {
  const { network, context, chain, orderId } = await createSentOrder();
  const elsewhere = await createSentOrder();
  const sentJobs: number[] = [];
  const machine = {
    jobs: { send: async (_: unknown, job: { readonly orderId: number }) => void sentJobs.push(job.orderId) },
  };
  elsewhere.story.view = createMinedView(1);
  const silent: Chain = { ...chain, readTip: async () => ({ kind: 'unavailable', retryAfterMs: 1, detail: '' }) };
  const chains = new Map([
    [network, silent],
    [elsewhere.network, elsewhere.chain],
  ]);
  await followPayouts({ ...context, database, chains, machine });
  expect(sentJobs).toEqual([elsewhere.orderId]);
  expect(sentJobs).not.toContain(orderId);
});

test('enqueues the step for every change of a payout that changes its order', () => {
  const statuses = ['missing', 'pending', 'included', 'reverted', 'replaced'] as const;
  const chain = { traits: { deliveredWhen: 'confirmed', stuckAfterMs: 60_000 }, requiredConfirmations: () => 12 };
  fc.assert(
    fc.property(
      fc.constantFrom(...statuses),
      fc.integer({ min: 0, max: 40 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom('converted', 'delivering', 'delivered', 'on_hold' as const),
      (status, deep, final, before, orderStatus) => {
        const view = { status, confirmations: status === 'included' ? Math.max(1, deep) : 0, final };
        const payout = { confirmations: before, orderStatus, euroCents: 100n, waitedMs: 0 } as const;
        const news = classifyPayoutView(chain as unknown as Chain, payout, view);
        const isDelivered = orderStatus === 'delivering' && view.confirmations >= 12;
        const isFinal = orderStatus === 'delivered' && final;
        if (isDelivered || isFinal || status === 'missing' || status === 'reverted' || status === 'replaced')
          expect(news).toBe('step');
        if (news === 'deeper') expect(view.confirmations).not.toBe(before);
      },
    ),
  );
});
