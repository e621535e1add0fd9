import { amountOf } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { seededSettings } from '../../../configuration/seededSettings.testing.ts';
import { payoutsOf, setHalts } from '../../../ledger/haltStore.ts';
import type { ClaimedSoFar, PayoutView } from '../../../providers/chain/chainPort.ts';
import { ok, refused } from '../../../providers/outcome.ts';
import { requireCrypto } from '../../catalog/catalog.ts';
import { applyEvent } from '../../order/applyEvent.ts';
import { quietMachine } from '../../order/quietSteps.testing.ts';
import { emptyPriceBook } from '../../quote/priceBook.ts';
import { openConvertedOrders } from '../convertedOrder.testing.ts';
import { type FakeChainKind } from '../fakeChain.testing.ts';

const { database, convertedOrder, pass } = await openConvertedOrders();
const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const ETHER = 'eip155:1/slip44:60';
const ether = requireCrypto(seededSettings().catalog, 'ETH').asset;
const EURO = fiatAsset('EUR');

/** Of these assets nothing may leave, and of all others it may. */
async function halt(...assets: readonly string[]): Promise<void> {
  await database.transaction((transaction) => setHalts(transaction, 'difference:1', assets.map(payoutsOf)));
}

function mined(confirmations: number, more: Partial<PayoutView> = {}): PayoutView {
  return { status: 'included', confirmations, final: false, ...more };
}

describe('sending', () => {
  test('by many workers at once makes one payout and one set of bytes', async () => {
    const { steps, payouts, broadcasts, order } = await convertedOrder();
    await Promise.all(Array.from({ length: 8 }, () => steps.send()));
    expect(await payouts()).toEqual([{ status: 'broadcast', nonce: 0 }]);
    expect(new Set(broadcasts).size).toBe(1);
    expect((await order())?.status).toBe('delivering');
  });

  test('whose answer is lost sends the same bytes again', async () => {
    const { steps, story, broadcasts, order, payouts } = await convertedOrder();
    story.losesNextAnswer = true;
    await steps.send();
    expect((await order())?.status).toBe('converted');
    await steps.sync();
    expect((await order())?.status).toBe('delivering');
    expect(broadcasts).toHaveLength(2);
    expect(new Set(broadcasts).size).toBe(1);
    expect(await payouts()).toHaveLength(1);
  });

  test('waits while a list is too old, signs nothing, and tells the operator', async () => {
    const { steps, order, payouts } = await convertedOrder({ staleList: true });
    await steps.send();
    await steps.send();
    expect((await order())?.status).toBe('converted');
    expect(await payouts()).toEqual([]);
    const alerts = await database.many(sql`select kind from operator_alerts where kind = 'sanctions_list_stale'`);
    expect(alerts).toHaveLength(1);
  });

  test('signs and sends nothing of an asset whose books differ, and goes on when they agree', async () => {
    const { steps, order, payouts, broadcasts, waits } = await convertedOrder();
    await halt(ETHER);
    await steps.send();
    expect(await payouts()).toEqual([]);
    expect(await waits()).toBe('books_differ');
    expect((await order())?.status).toBe('converted');
    await halt();
    await steps.send();
    expect(await payouts()).toMatchObject([{ status: 'broadcast' }]);
    expect(broadcasts).toHaveLength(1);
  });

  test('keeps back what was signed before the books differed and not sent, and watches what is out', async () => {
    const signed = await convertedOrder();
    const out = await convertedOrder();
    signed.story.losesNextAnswer = true;
    await Promise.all([signed.steps.send(), out.steps.send()]);
    await halt(ETHER);
    await signed.steps.send();
    expect(await signed.payouts()).toMatchObject([{ status: 'signed' }]);
    expect(signed.broadcasts).toHaveLength(1);
    expect(await signed.waits()).toBe('books_differ');
    out.story.view = mined(12);
    await out.steps.watch();
    expect((await out.order())?.status).toBe('delivered');
    await halt();
    await signed.steps.send();
    expect(await signed.payouts()).toMatchObject([{ status: 'broadcast' }]);
  });

  test('of five orders with funds for one signs one, whatever order they come in', async () => {
    const first = await convertedOrder();
    first.story.balance = 29_000_000_000_000_000n + 1_000n;
    const others = await Promise.all(Array.from({ length: 4 }, () => convertedOrder({ beside: first })));
    const orders = [first, ...others];
    await Promise.all(orders.map(({ steps }) => steps.send()));
    const signed = (await Promise.all(orders.map(({ payouts }) => payouts()))).flat();
    expect(signed).toEqual([{ status: 'broadcast', nonce: 0 }]);
    const alerted = await database.many(sql`
      select 1 from order_events where kind = 'funds_short' and not unexpected
        and order_id = any(${orders.map(({ orderId }) => orderId)})`);
    expect(alerted).toHaveLength(4);
  });

  test('counts a payout that is mined between the reading and the lock once, and never twice as free', async () => {
    const first = await convertedOrder();
    const { story, chain } = first;
    story.balance = 29_000_000_000_000_000n + 1_000n;
    const late: typeof chain = {
      ...chain,
      async readTreasury(request) {
        const reading = await chain.readTreasury(request);
        await first.steps.send();
        Object.assign(story, { balance: 0n, confirmedNonce: 1 });
        return reading;
      },
    };
    const second = await convertedOrder({ beside: { ...first, chain: late } });
    await second.steps.send();
    expect(await second.payouts()).toEqual([]);
    expect(await first.payouts()).toMatchObject([{ status: 'broadcast' }]);
  });

  test('waits while funds are short, and signs nothing', async () => {
    const { steps, story, order, payouts } = await convertedOrder();
    story.balance = 0n;
    await steps.send();
    await steps.send();
    expect((await order())?.status).toBe('converted');
    expect(await payouts()).toEqual([]);
    story.balance = 10n ** 24n;
    await steps.send();
    expect((await order())?.status).toBe('delivering');
  });

  test.each([
    [
      'an address that was changed in the database',
      { sealedWith: { address: '0x52908400098527886E0F7030069857D2E4169EE7' } },
      'order_changed',
    ],
    ['an amount that was changed in the database', { sealedWith: { receive: amountOf(ether, 1n) } }, 'order_changed'],
    ['a price that was changed in the database', { sealedWith: { pay: amountOf(EURO, 1_000_000n) } }, 'order_changed'],
    ['an order for which nobody holds the money', { refused: 'not_paid' as const }, 'not_paid'],
    ['an order that would get more than was paid for', { refused: 'overvalued' as const }, 'overvalued'],
    ['an order that was paid out before', { refused: 'paid_already' as const }, 'paid_already'],
    ['an address that has been denied since', { denied: [ADDRESS] }, 'address_denied'],
  ])('stops at %s', async (_name, some, reason) => {
    const { steps, order, payouts, broadcasts } = await convertedOrder(some);
    await steps.send();
    expect(await order()).toMatchObject({ status: 'on_hold', heldFrom: 'converted', reason });
    expect(await payouts()).toEqual([]);
    expect(broadcasts).toEqual([]);
  });
});

describe('a writer of the database', () => {
  const STRANGER = '0x52908400098527886E0F7030069857D2E4169EE7';
  const stuck = { to: STRANGER, units: 3n * 10n ** 18n } as const;

  /** A payout that is out and stuck, with what its signer is asked for in each further form. */
  async function stuckPayout() {
    const sent = await convertedOrder();
    const asked: unknown[] = [];
    await sent.steps.send();
    await pass(120);
    const { pay } = sent.signer;
    sent.signer.pay = (network, unsigned, payments) => {
      asked.push(payments.map(({ request: { to, units } }) => ({ to, units })));
      return pay(network, unsigned, payments);
    };
    return { ...sent, asked };
  }

  test('who changes a payout that is out changes nothing of what its next form pays', async () => {
    const { steps, orderId, asked } = await stuckPayout();
    await database.run(sql`
      update payouts set to_address = ${stuck.to}, units = ${stuck.units.toString()}::numeric where order_id = ${orderId}`);
    await steps.bump();
    expect(asked).toEqual([[{ to: ADDRESS, units: 29_000_000_000_000_000n }]]);
  });

  test.each([
    ['whose address they change', sql`address = ${stuck.to}`],
    ['whose amount they change', sql`receive_units = ${stuck.units.toString()}::numeric`],
    ['of which no money is left', sql`refunded_units = pay_units`],
  ])('raises no payout of an order %s', async (_name, change) => {
    const { steps, orderId, asked, waits, alerts } = await stuckPayout();
    await database.run(sql`update orders set ${change} where id = ${orderId}`);
    await steps.bump();
    expect(asked).toEqual([]);
    expect(await waits()).toBe('not_cleared');
    expect(await alerts()).toContainEqual({
      kind: 'payout_stuck',
      facts: expect.objectContaining({ reason: 'not_cleared' }),
    });
  });

  test('gets nothing for an order that nobody has paid, whatever its rows say', async () => {
    const { steps, payouts, broadcasts, order } = await convertedOrder({ refused: 'not_paid' });
    await steps.send();
    expect(await payouts()).toEqual([]);
    expect(broadcasts).toEqual([]);
    expect(await order()).toMatchObject({ status: 'on_hold', reason: 'not_paid' });
  });
});

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

describe('the fee of a payout', () => {
  /** Of the seeded row: 0.03 ether. */
  const CEILING = 30_000_000_000_000_000n;

  test('is raised once for each time that it may wait, and not for a step that is done again', async () => {
    const { steps, fees } = await convertedOrder();
    await steps.send();
    await pass(61);
    await steps.watch();
    await Promise.all(Array.from({ length: 4 }, () => steps.bump()));
    expect(await fees()).toEqual([100n, 113n]);
    await pass(30);
    await steps.bump();
    expect(await fees()).toEqual([100n, 113n]);
    await pass(31);
    await steps.bump();
    expect(await fees()).toEqual([100n, 113n, 128n]);
  });

  test('is not raised once a form is in a block, though its step comes late', async () => {
    const { steps, story, fees, alerts } = await convertedOrder();
    await steps.send();
    await pass(61);
    story.view = mined(3);
    await steps.bump();
    expect(await fees()).toEqual([100n]);
    expect(await alerts()).toEqual([]);
  });

  test('goes to what the network asks now, and the operator hears of it before it is sent', async () => {
    const { story, chain, alerts, fees, steps } = await convertedOrder();
    await steps.send();
    expect(await alerts()).toEqual([]);
    await pass(61);
    story.asks = 5_000n;
    const heard: unknown[] = [];
    chain.broadcastPayout = async () => {
      heard.push(...(await alerts()));
      return { kind: 'unknown', detail: 'the answer was lost' };
    };
    await steps.bump();
    expect(await fees()).toEqual([100n, 5_000n]);
    expect(heard).toMatchObject([{ kind: 'network_fee_high', facts: { quotedUnits: '1', mostUnits: '5000' } }]);
  });

  test('never goes above the ceiling of its network, however long nothing is mined; that is said once', async () => {
    const { orderId, steps, story, fees, alerts } = await convertedOrder();
    story.asks = 1_000_000_000_000_000n;
    await steps.send();
    story.asks = 0n;
    for (let minute = 0; minute < 60; minute++) {
      await pass(61);
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

  test('goes on when the ceiling is raised', async () => {
    let maximumFee = '0.0000000000000001';
    const { steps, story, fees } = await convertedOrder({ maximumFee: () => maximumFee });
    await steps.send();
    story.asks = 500n;
    await pass(61);
    await steps.bump();
    expect(await fees()).toEqual([100n]);
    maximumFee = '0.0000000000000003';
    await steps.bump();
    expect(await fees()).toEqual([100n, 300n]);
  });

  test('is at most a tenth of the order where the coin has a price', async () => {
    // 100.00 EUR at 1,000 EUR for one ether: ten euros are 0.01 ether.
    const price = { mid: parseDecimal('1000'), trusted: true, observedAt: new Date() };
    const book = { ...emptyPriceBook, markets: new Map([['ETH/EUR', price]]) };
    const { steps, story, fees } = await convertedOrder({ book });
    await steps.send();
    story.asks = 2n * CEILING;
    await pass(61);
    await steps.bump();
    expect(await fees()).toEqual([100n, 10_000_000_000_000_000n]);
  });

  test('above the ceiling is not signed in the first place, and the order waits', async () => {
    const { orderId, steps, story, payouts, order, alerts } = await convertedOrder();
    story.asks = CEILING + 1n;
    await steps.send();
    await steps.send();
    expect(await payouts()).toEqual([]);
    expect((await order())?.status).toBe('converted');
    expect((await alerts()).map(({ kind }) => kind)).toEqual(['fee_ceiling']);
    story.asks = CEILING;
    await steps.send();
    expect((await order())?.status).toBe('delivering');
    expect(await database.many(sql`select 1 from order_events where order_id = ${orderId} and unexpected`)).toEqual([]);
  });

  test('that is refused when it is first sent is raised at once, and blocks nobody', async () => {
    const { steps, story, order, fees, broadcasts } = await convertedOrder();
    story.leastTaken = 150n;
    story.asks = 100n;
    await steps.send();
    // The network had asked for less than its node takes.
    expect(await fees()).toEqual([100n, 113n]);
    expect((await order())?.status).toBe('converted');
    story.asks = 200n;
    await steps.send();
    expect(await fees()).toEqual([100n, 113n]);
    await pass(61);
    await steps.send();
    expect(await fees()).toEqual([100n, 113n, 200n]);
    expect((await order())?.status).toBe('delivering');
    expect(broadcasts.at(-1)).toContain('"fee":"200"');
  });

  test('that is too low by now to be taken back is raised', async () => {
    const { steps, story, fees, broadcasts } = await convertedOrder();
    await steps.send();
    story.view = { status: 'missing', confirmations: 0, final: false };
    Object.assign(story, { leastTaken: 500n, asks: 600n });
    await steps.watch();
    await steps.rebroadcast();
    expect(await fees()).toEqual([100n, 600n]);
    expect(broadcasts.at(-1)).toContain('"fee":"600"');
  });
});

describe('what payouts claim', () => {
  const claims = (orderId: number) =>
    database.many<{ nonce: number | null; held: string | null; live: boolean | null }>(sql`
      select p.nonce, i.txid || ':' || i.output_index as held, i.live
      from payouts p left join payout_inputs i on i.payout_id = p.id where p.order_id = ${orderId} order by p.created_at`);

  test.each<[FakeChainKind, (held: string) => unknown]>([
    ['nonce', () => [{ nonce: 0, held: null, live: null }]],
    ['output', (network) => [{ nonce: null, held: `${network}-first:0`, live: true }]],
    ['neither', () => [{ nonce: null, held: null, live: null }]],
  ])('of a chain that claims %s is stored with it', async (kind, expected) => {
    const { orderId, steps, chain, order } = await convertedOrder({ kind });
    await Promise.all(Array.from({ length: 4 }, () => steps.send()));
    expect(await claims(orderId)).toEqual(expected(chain.network));
    expect((await order())?.status).toBe('delivering');
  });

  test('is claimed by one of them alone, and waits while all of it is', async () => {
    const first = await convertedOrder({ kind: 'output' });
    const second = await convertedOrder({ beside: first });
    const third = await convertedOrder({ beside: first });
    const orders = [first, second, third];
    await Promise.all(orders.map(({ steps }) => steps.send()));
    const held = (await Promise.all(orders.map(({ orderId }) => claims(orderId)))).flat().map((claim) => claim.held);
    expect(new Set(held)).toEqual(new Set([`${first.chain.network}-first:0`, `${first.chain.network}-second:1`]));
    expect(held).toHaveLength(2);
  });

  test('is refused by the database, whatever a chain says that it is free', async () => {
    const first = await convertedOrder({ kind: 'output' });
    await first.steps.send();
    const forgetful: typeof first.chain = {
      ...first.chain,
      composePayout: (request, reading, claimed, mostFee) =>
        first.chain.composePayout(request, reading, { ...claimed, held: new Set() }, mostFee),
    };
    const second = await convertedOrder({ beside: { ...first, chain: forgetful } });
    await expect(second.steps.send()).rejects.toThrow(/one_live_payout_per_outpoint/);
    expect(await second.payouts()).toEqual([]);
  });

  test('is no longer read once it is in a block for good, and its change may be spent', async () => {
    const { orderId, steps, story } = await convertedOrder({ kind: 'output' });
    await steps.send();
    story.view = mined(12);
    await steps.watch();
    expect(await claims(orderId)).toMatchObject([{ live: true }]);
    story.view = mined(64, { final: true });
    await steps.watch();
    expect(await claims(orderId)).toMatchObject([{ live: false }]);
  });

  test('and is built upon is not replaced, until that is over; a newer form leaves nothing to build on', async () => {
    const parent = await convertedOrder({ kind: 'output' });
    await parent.steps.send();
    const { txid } = await database.one<{ txid: string }>(sql`
      select transaction_id as txid from payouts where order_id = ${parent.orderId}`);
    const seen: ClaimedSoFar[] = [];
    const heir: typeof parent.chain = {
      ...parent.chain,
      composePayout: (request, reading, claimed, mostFee) => {
        seen.push(claimed);
        const composed = parent.chain.composePayout(request, reading, claimed, mostFee);
        return composed.kind === 'ok' ? ok({ ...composed.value, output: `${txid}:1` }) : composed;
      },
    };
    const child = await convertedOrder({ beside: { ...parent, chain: heir } });
    await child.steps.send();
    await pass(61);
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

  test('is free again once the chain says for good that it was not used', async () => {
    const { orderId, steps, story, chain } = await convertedOrder({ kind: 'output' });
    await steps.send();
    story.view = { status: 'reverted', confirmations: 64, final: true };
    await steps.watch();
    await steps.send();
    expect(await claims(orderId)).toMatchObject([
      { held: `${chain.network}-first:0`, live: false },
      { held: `${chain.network}-first:0`, live: true },
    ]);
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

describe('what a payout claims, spent by another transaction,', () => {
  const TAKEN: PayoutView = { status: 'replaced', confirmations: 0, final: false, replacedBy: 'tx:of a thief' };

  test.each<FakeChainKind>(['nonce', 'output'])('makes it anew once that is final: %s', async (kind) => {
    const { steps, story, order, payouts, alerts, orderId } = await convertedOrder({ kind });
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

  test('is not believed of one form while another one may be mined', async () => {
    const { steps, story, order, chain } = await convertedOrder();
    await steps.send();
    await pass(61);
    await steps.bump();
    const replaced: PayoutView = { ...TAKEN, final: true };
    chain.getPayout = async ({ bytes }) => ok(bytes.includes('"fee":"113"') ? story.view : replaced);
    await steps.watch();
    expect((await order())?.status).toBe('delivering');
    story.view = mined(12);
    await steps.watch();
    expect((await order())?.status).toBe('delivered');
  });

  test('is not believed before it was sent while one form is in a block', async () => {
    const { steps, story, order, chain, payouts } = await convertedOrder();
    story.leastTaken = 200n;
    await steps.send();
    chain.broadcastPayout = async () => refused('spent_elsewhere');
    chain.getPayout = async ({ bytes }) => ok(bytes.includes('"fee":"100"') ? mined(1) : { ...TAKEN, final: true });
    await pass(61);
    await steps.send();
    expect((await order())?.status).toBe('delivering');
    expect(await payouts()).toHaveLength(1);
  });

  test('raises no alarm where that is another form of a payout of ours', async () => {
    const parent = await convertedOrder();
    await parent.steps.send();
    const { transactionId } = await database.one<{ transactionId: string }>(sql`
      select transaction_id as "transactionId" from payouts where order_id = ${parent.orderId}`);
    const { steps, story, alerts, order } = await convertedOrder();
    await steps.send();
    story.view = { ...TAKEN, final: true, replacedBy: transactionId };
    await steps.watch();
    expect((await order())?.status).toBe('converted');
    expect(await alerts()).toEqual([]);
  });

  test('ends a payout that spends the change of one whose other form was mined', async () => {
    const parent = await convertedOrder({ kind: 'output' });
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
    const child = await convertedOrder({ beside: { ...parent, chain: heir } });
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

describe('a payout that is taken back', () => {
  test('is no payment: what its order held goes on as after a payout that failed, at the cost of its fee', async () => {
    const { orderId, steps, story, chain, cancel, order, payouts, broadcasts } = await convertedOrder();
    await steps.send();
    await database.run(sql`update orders set status = 'on_hold', held_from = 'delivering' where id = ${orderId}`);
    expect(await cancel()).toEqual(ok(undefined));
    expect(broadcasts.at(-1)).toContain('"to":"0xTreasury"');
    // Asked again at once, it is sent again and not made dearer.
    expect(await cancel()).toEqual(ok(undefined));
    expect(new Set(broadcasts).size).toBe(2);

    const fee = amountOf(chain.nativeAsset, 77n);
    const gone: PayoutView = { status: 'replaced', confirmations: 0, final: true, replacedBy: 'tx' };
    chain.getPayout = async ({ bytes }) => ok(bytes.includes('0xTreasury') ? story.view : gone);
    story.view = mined(12, { networkFee: fee });
    await steps.watch();
    expect(await order()).toMatchObject({ status: 'on_hold', heldFrom: 'delivering' });
    story.view = mined(64, { final: true, networkFee: fee });
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

  test('may be mined all the same: then it is delivered', async () => {
    const { steps, chain, cancel, order, payouts } = await convertedOrder();
    await steps.send();
    await cancel();
    const gone: PayoutView = { status: 'replaced', confirmations: 0, final: false, replacedBy: 'tx' };
    chain.getPayout = async ({ bytes }) => ok(bytes.includes('0xTreasury') ? gone : mined(12));
    await steps.watch();
    expect((await order())?.status).toBe('delivered');
    expect(await payouts()).toMatchObject([{ status: 'confirmed' }]);
  });

  test('gets a dearer cancellation when it is stuck, and is never sent as a payment again', async () => {
    const { steps, story, cancel, broadcasts, fees } = await convertedOrder();
    await steps.send();
    await cancel();
    await pass(61);
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

  test('before its broadcast was answered is made anew, unless its order is held', async () => {
    const { steps, story, chain, cancel, order, payouts } = await convertedOrder();
    story.losesNextAnswer = true;
    await steps.send();
    await cancel();
    await steps.send();
    const gone: PayoutView = { status: 'replaced', confirmations: 0, final: true, replacedBy: 'tx' };
    chain.getPayout = async ({ bytes }) => ok(bytes.includes('0xTreasury') ? mined(64, { final: true }) : gone);
    await steps.watch();
    expect((await order())?.status).toBe('converted');
    await steps.send();
    expect((await payouts()).map(({ status }) => status)).toEqual(['reverted', 'broadcast']);
  });

  test('waits at the ceiling like any other, and says so', async () => {
    const { steps, story, cancel, alerts, broadcasts } = await convertedOrder({
      maximumFee: () => '0.0000000000000001',
    });
    await steps.send();
    story.asks = 200n;
    expect(await cancel()).toMatchObject({ kind: 'refused', reason: 'fee_ceiling' });
    expect(broadcasts).toHaveLength(1);
    expect((await alerts()).map(({ kind }) => kind)).toEqual(['fee_ceiling']);
  });
});

describe('a held order with a payout that is out', () => {
  const hold = (orderId: number) =>
    database.transaction((transaction) =>
      applyEvent(quietMachine, transaction, orderId, {
        kind: 'payment_disputed',
        key: `dispute:${orderId}`,
        facts: { paymentId: 'pi_1', disputeId: 'dp_1', units: 1n, disputeFeeUnits: null },
      }),
    );
  const place = async (orderId: number, heldFrom: string) =>
    database.run(sql`update orders set status = 'on_hold', held_from = ${heldFrom} where id = ${orderId}`);

  test('whose broadcast was never answered learns that it is out, and arrives with the books in order', async () => {
    const { orderId, steps, story, order } = await convertedOrder();
    story.losesNextAnswer = true;
    await steps.send();
    await hold(orderId);
    expect(await order()).toMatchObject({ status: 'on_hold', heldFrom: 'converted' });
    await steps.watch();
    expect(await order()).toMatchObject({ status: 'on_hold', heldFrom: 'delivering' });
    story.view = mined(12);
    await steps.watch();
    expect((await order())?.status).toBe('delivered');
    const wallet = await database.one<{ units: bigint }>(sql`
      select sum(units) as units from ledger_postings
      where order_id = ${orderId} and account in ('asset:wallet', 'asset:transit')`);
    expect(wallet.units).toBe(-29_000_000_000_000_000n);
  });

  test('that is mined and fails for good is told so', async () => {
    const { orderId, steps, story, order } = await convertedOrder();
    await steps.send();
    await place(orderId, 'delivering');
    story.view = { status: 'reverted', confirmations: 64, final: true };
    await steps.watch();
    expect(await order()).toMatchObject({ status: 'on_hold', heldFrom: 'converted', payoutSigned: false });
  });

  test('that was delivered and is taken out of its block again', async () => {
    const { orderId, steps, story, order } = await convertedOrder();
    await steps.send();
    story.view = mined(12);
    await steps.watch();
    await place(orderId, 'delivered');
    story.view = { status: 'pending', confirmations: 0, final: false };
    await steps.watch();
    expect(await order()).toMatchObject({ status: 'on_hold', heldFrom: 'delivering' });
  });

  test('never sent, and void for good, is free again', async () => {
    const { orderId, steps, story, order, payouts } = await convertedOrder();
    story.losesNextAnswer = true;
    await steps.send();
    await place(orderId, 'converted');
    story.view = { status: 'replaced', confirmations: 0, final: true, replacedBy: 'tx:of a thief' };
    await steps.watch();
    expect(await payouts()).toMatchObject([{ status: 'abandoned' }]);
    expect(await order()).toMatchObject({ status: 'on_hold', payoutSigned: false });
  });

  test('and stuck blocks others: the operator hears of it once', async () => {
    const { orderId, steps, alerts } = await convertedOrder();
    await steps.send();
    await place(orderId, 'delivering');
    await pass(61);
    await steps.watch();
    await steps.watch();
    expect(await alerts()).toMatchObject([{ kind: 'payout_stuck', facts: { reason: 'held' } }]);
  });

  test.each(['refunding', 'refunded', 'cancelled'])('is watched in %s too', async (status) => {
    const { orderId, steps, story } = await convertedOrder();
    await steps.send();
    await database.run(sql`update orders set status = ${status} where id = ${orderId}`);
    story.view = mined(12);
    await steps.watch();
    await steps.watch();
    const told = await database.many<{ kind: string }>(sql`
      select kind from order_events where order_id = ${orderId} and kind = 'payout_confirmed'`);
    expect(told).toHaveLength(1);
  });
});

test('the ledger of all that sums to zero', async () => {
  const off = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  expect(off).toEqual([]);
});
