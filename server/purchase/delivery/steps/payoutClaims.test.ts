import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { ExistingClaims, PayoutView } from '../../../providers/chain/chainPort.ts';
import { ok, refused } from '../../../providers/outcome.ts';
import { openConvertedOrders } from '../convertedOrder.testing.ts';
import { type FakeChainKind } from '../fakeChain.testing.ts';

const { database, createConvertedOrder, advanceClock } = await openConvertedOrders();

function createMinedView(confirmations: number, more: Partial<PayoutView> = {}): PayoutView {
  return { status: 'included', confirmations, final: false, ...more };
}

describe('the claims of payouts', () => {
  const listClaims = (orderId: number) =>
    database.many<{ nonce: number | null; held: string | null; live: boolean | null }>(sql`
      select p.nonce, i.txid || ':' || i.output_index as held, i.live
      from payouts p left join payout_inputs i on i.payout_id = p.id where p.order_id = ${orderId} order by p.created_at`);

  test.each<[FakeChainKind, (held: string) => unknown]>([
    ['nonce', () => [{ nonce: 0, held: null, live: null }]],
    ['output', (network) => [{ nonce: null, held: `${network}-first:0`, live: true }]],
    ['neither', () => [{ nonce: null, held: null, live: null }]],
  ])('are stored with the payout on a chain that claims %s', async (kind, expected) => {
    const { orderId, steps, chain, order } = await createConvertedOrder({ kind });
    await Promise.all(Array.from({ length: 4 }, () => steps.send()));
    expect(await listClaims(orderId)).toEqual(expected(chain.network));
    expect((await order())?.status).toBe('delivering');
  });

  test('belong to one payout each, and orders wait while all outputs are claimed', async () => {
    const first = await createConvertedOrder({ kind: 'output' });
    const second = await createConvertedOrder({ sharedWith: first });
    const third = await createConvertedOrder({ sharedWith: first });
    const orders = [first, second, third];
    await Promise.all(orders.map(({ steps }) => steps.send()));
    const held = (await Promise.all(orders.map(({ orderId }) => listClaims(orderId))))
      .flat()
      .map((claim) => claim.held);
    expect(new Set(held)).toEqual(new Set([`${first.chain.network}-first:0`, `${first.chain.network}-second:1`]));
    expect(held).toHaveLength(2);
  });

  test('are enforced by the database even if a chain offers a claimed output', async () => {
    const first = await createConvertedOrder({ kind: 'output' });
    await first.steps.send();
    const forgetful: typeof first.chain = {
      ...first.chain,
      composePayout: (request, reading, claimed, mostFee) =>
        first.chain.composePayout(request, reading, { ...claimed, held: new Set() }, mostFee),
    };
    const second = await createConvertedOrder({ sharedWith: { ...first, chain: forgetful } });
    await expect(second.steps.send()).rejects.toThrow(/one_live_payout_per_outpoint/);
    expect(await second.payouts()).toEqual([]);
  });

  test('end once the payout is final', async () => {
    const { orderId, steps, story } = await createConvertedOrder({ kind: 'output' });
    await steps.send();
    story.view = createMinedView(12);
    await steps.watch();
    expect(await listClaims(orderId)).toMatchObject([{ live: true }]);
    story.view = createMinedView(64, { final: true });
    await steps.watch();
    expect(await listClaims(orderId)).toMatchObject([{ live: false }]);
  });

  test('prevent a fee bump while another payout spends the change, and exclude the change of replaced forms', async () => {
    const parent = await createConvertedOrder({ kind: 'output' });
    await parent.steps.send();
    const { txid } = await database.one<{ txid: string }>(sql`
      select transaction_id as txid from payouts where order_id = ${parent.orderId}`);
    const seen: ExistingClaims[] = [];
    const heir: typeof parent.chain = {
      ...parent.chain,
      composePayout: (request, reading, claimed, mostFee) => {
        seen.push(claimed);
        const composed = parent.chain.composePayout(request, reading, claimed, mostFee);
        return composed.kind === 'ok' ? ok({ ...composed.value, output: `${txid}:1` }) : composed;
      },
    };
    const child = await createConvertedOrder({ sharedWith: { ...parent, chain: heir } });
    await child.steps.send();
    await advanceClock(61);
    await parent.steps.watch();
    await parent.steps.bump();
    await parent.steps.watch();
    expect(await parent.fees()).toHaveLength(1);
    const { conclusion } = await database.one<{ conclusion: string }>(sql`
      select conclusion from order_steps where order_id = ${parent.orderId} order by id desc limit 1`);
    expect(conclusion).toBe('change_spent');

    await database.run(sql`update payouts set status = 'abandoned' where order_id = ${child.orderId}`);
    await database.run(sql`update payout_inputs set live = false
      where payout_id in (select id from payouts where order_id = ${child.orderId})`);
    await parent.steps.bump();
    expect(await parent.fees()).toHaveLength(2);
    await database.run(sql`update orders set status = 'converted' where id = ${child.orderId}`);
    await child.steps.send();
    expect(seen.map(({ superseded }) => superseded.has(txid))).toEqual([false, true]);
  });

  test('are released once the chain reports the payout as finally reverted', async () => {
    const { orderId, steps, story, chain } = await createConvertedOrder({ kind: 'output' });
    await steps.send();
    story.view = { status: 'reverted', confirmations: 64, final: true };
    await steps.watch();
    await steps.send();
    expect(await listClaims(orderId)).toMatchObject([
      { held: `${chain.network}-first:0`, live: false },
      { held: `${chain.network}-first:0`, live: true },
    ]);
  });
});

describe('a report that another transaction has spent a claim', () => {
  const TAKEN: PayoutView = { status: 'replaced', confirmations: 0, final: false, replacedBy: 'tx:of a thief' };

  test.each<FakeChainKind>(['nonce', 'output'])('has the order paid again once that is final: %s', async (kind) => {
    const { steps, story, order, payouts, alerts, orderId } = await createConvertedOrder({ kind });
    await steps.send();
    story.view = TAKEN;
    await steps.watch();
    await steps.watch();
    expect((await order())?.status).toBe('delivering');
    expect(await alerts()).toMatchObject([
      { kind: 'treasury_key_used', facts: { transaction: 'tx:of a thief', address: '0xTreasury' } },
    ]);
    story.view = { ...TAKEN, final: true };
    await steps.watch();
    expect((await order())?.status).toBe('converted');
    expect(await alerts()).toHaveLength(1);
    story.view = { status: 'pending', confirmations: 0, final: false };
    await steps.send();
    expect((await order())?.status).toBe('delivering');
    expect((await payouts()).map(({ status }) => status).toSorted()).toEqual(['broadcast', 'reverted']);
    const transit = await database.one<{ units: bigint }>(
      sql`select sum(units) as units from ledger_postings where order_id = ${orderId} and account = 'asset:transit'`,
    );
    expect(transit.units).toBe(29_000_000_000_000_000n);
  });

  test('stops payouts until the alert is settled if the spender was an EIP-7702 authorization', async () => {
    const stored = await createConvertedOrder();
    const { steps, story, order, payouts, alerts, chain, broadcasts } = stored;
    Object.assign(chain, { treasuryAddress: '0xAuthorized' });
    await steps.send();
    const unsent = await createConvertedOrder({ sharedWith: stored });
    story.losesNextAnswer = true;
    await unsent.steps.send();
    story.view = { ...TAKEN, final: true, replacedBy: 'tx:of a sponsor', authorizedNonce: 0 };
    await steps.watch();
    expect((await order())?.status).toBe('converted');
    expect(await alerts()).toMatchObject([
      { kind: 'treasury_key_used', facts: { transaction: 'tx:of a sponsor', nonce: 0, use: 'EIP-7702 authorization' } },
    ]);
    const other = await createConvertedOrder({ sharedWith: stored });
    const orders = [stored, unsent, other];
    const sentBefore = broadcasts.length;
    for (const one of orders) {
      await one.steps.send();
      expect(await one.readConclusion()).toBe('treasury_key_used');
    }
    expect(await payouts()).toHaveLength(1);
    expect(broadcasts).toHaveLength(sentBefore);
    await database.run(sql`
      update operator_alerts set settled_at = slipway_now(), settled_by = 'anna' where facts ->> 'address' = '0xAuthorized'`);
    story.view = { status: 'pending', confirmations: 0, final: false };
    for (const one of orders) {
      await one.steps.send();
      expect((await one.order())?.status).toBe('delivering');
    }
  });

  test('is ignored for one form while another form may be mined', async () => {
    const { steps, story, order, chain } = await createConvertedOrder();
    await steps.send();
    await advanceClock(61);
    await steps.bump();
    const replaced: PayoutView = { ...TAKEN, final: true };
    chain.getPayout = async ({ bytes }) => ok(bytes.includes('"fee":"113"') ? story.view : replaced);
    await steps.watch();
    expect((await order())?.status).toBe('delivering');
    story.view = createMinedView(12);
    await steps.watch();
    expect((await order())?.status).toBe('delivered');
  });

  test('is ignored before the first broadcast while one form is in a block', async () => {
    const { steps, story, order, chain, payouts } = await createConvertedOrder();
    story.minimumFee = 200n;
    await steps.send();
    chain.broadcastPayout = async () => refused('spent_elsewhere');
    chain.getPayout = async ({ bytes }) =>
      ok(bytes.includes('"fee":"100"') ? createMinedView(1) : { ...TAKEN, final: true });
    await advanceClock(61);
    await steps.send();
    expect((await order())?.status).toBe('delivering');
    expect(await payouts()).toHaveLength(1);
  });

  test('raises no alert when the spender is a form of another stored payout', async () => {
    const parent = await createConvertedOrder();
    await parent.steps.send();
    const { transactionId } = await database.one<{ transactionId: string }>(sql`
      select transaction_id as "transactionId" from payouts where order_id = ${parent.orderId}`);
    const { steps, story, alerts, order } = await createConvertedOrder();
    await steps.send();
    story.view = { ...TAKEN, final: true, replacedBy: transactionId };
    await steps.watch();
    expect((await order())?.status).toBe('converted');
    expect(await alerts()).toEqual([]);
  });

  test('ends a payout that spends the change of a payout whose other form was mined', async () => {
    const parent = await createConvertedOrder({ kind: 'output' });
    await parent.steps.send();
    const { txid } = await database.one<{ txid: string }>(sql`
      select transaction_id as txid from payouts where order_id = ${parent.orderId}`);
    let parentView: PayoutView = { status: 'pending', confirmations: 0, final: false };
    const heir: typeof parent.chain = {
      ...parent.chain,
      composePayout: (...given) => {
        const composed = parent.chain.composePayout(...given);
        return composed.kind === 'ok' ? ok({ ...composed.value, output: `${txid}:1` }) : composed;
      },
      getPayout: async ({ transactionId }) =>
        ok(transactionId === txid ? parentView : { status: 'missing', confirmations: 0, final: false }),
    };
    const child = await createConvertedOrder({ sharedWith: { ...parent, chain: heir } });
    await child.steps.send();
    await child.steps.watch();
    expect((await child.order())?.status).toBe('delivering');
    parentView = { ...TAKEN, replacedBy: txid };
    await child.steps.watch();
    expect((await child.order())?.status).toBe('delivering');
    parentView = { ...TAKEN, final: true, replacedBy: txid };
    await child.steps.watch();
    expect((await child.order())?.status).toBe('converted');
    expect(await child.alerts()).toEqual([]);
  });
});

test('leaves a ledger that sums to zero', async () => {
  const off = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  expect(off).toEqual([]);
});
