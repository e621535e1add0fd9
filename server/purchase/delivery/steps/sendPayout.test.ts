import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { seededSettings } from '../../../configuration/seededSettings.testing.ts';
import { buildPayoutHaltScope, setHalts } from '../../../ledger/haltStore.ts';
import type { PayoutView } from '../../../providers/chain/chainPort.ts';
import { requireCrypto } from '../../catalog/catalog.ts';
import { openConvertedOrders } from '../convertedOrder.testing.ts';

const { database, createConvertedOrder, advanceClock } = await openConvertedOrders();
const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const ETHER = 'eip155:1/slip44:60';
const ether = requireCrypto(seededSettings().catalog, 'ETH').asset;
const EURO = fiatAsset('EUR');

/** Halts exactly these assets. */
async function halt(...assets: readonly string[]): Promise<void> {
  await database.transaction((transaction) => setHalts(transaction, 'difference:1', assets.map(buildPayoutHaltScope)));
}

function createMinedView(confirmations: number, more: Partial<PayoutView> = {}): PayoutView {
  return { status: 'included', confirmations, final: false, ...more };
}

describe('sendPayout', () => {
  test('creates one payout and one signed transaction with many workers at once', async () => {
    const { steps, payouts, broadcasts, order } = await createConvertedOrder();
    await Promise.all(Array.from({ length: 8 }, () => steps.send()));
    expect(await payouts()).toEqual([{ status: 'broadcast', nonce: 0 }]);
    expect(new Set(broadcasts).size).toBe(1);
    expect((await order())?.status).toBe('delivering');
  });

  test('sends the same bytes again after a lost answer', async () => {
    const { steps, story, broadcasts, order, payouts } = await createConvertedOrder();
    story.losesNextAnswer = true;
    await steps.send();
    expect((await order())?.status).toBe('converted');
    await steps.sync();
    expect((await order())?.status).toBe('delivering');
    expect(broadcasts).toHaveLength(2);
    expect(new Set(broadcasts).size).toBe(1);
    expect(await payouts()).toHaveLength(1);
  });

  test('treats a broadcast without an answer as unknown even if the payout was abandoned meanwhile', async () => {
    const { steps, chain, order, orderId, readConclusion } = await createConvertedOrder();
    chain.broadcastPayout = async () => {
      await database.run(sql`update payouts set status = 'abandoned' where order_id = ${orderId}`);
      return { kind: 'unknown', detail: 'the answer was lost' };
    };
    await steps.send();
    expect(await readConclusion()).toBe('answer_lost');
    expect((await order())?.status).toBe('converted');
  });

  test('waits while a sanctions list is too old, signs nothing, and raises an alert', async () => {
    const { steps, order, payouts } = await createConvertedOrder({ staleList: true });
    await steps.send();
    await steps.send();
    expect((await order())?.status).toBe('converted');
    expect(await payouts()).toEqual([]);
    const alerts = await database.many(sql`select kind from operator_alerts where kind = 'sanctions_list_stale'`);
    expect(alerts).toHaveLength(1);
  });

  test('signs and sends nothing of a halted asset, and continues when the halt ends', async () => {
    const { steps, order, payouts, broadcasts, readConclusion } = await createConvertedOrder();
    await halt(ETHER);
    await steps.send();
    expect(await payouts()).toEqual([]);
    expect(await readConclusion()).toBe('books_differ');
    expect((await order())?.status).toBe('converted');
    await halt();
    await steps.send();
    expect(await payouts()).toMatchObject([{ status: 'broadcast' }]);
    expect(broadcasts).toHaveLength(1);
  });

  test('withholds a signed, unsent payout during a halt, and still watches sent ones', async () => {
    const signed = await createConvertedOrder();
    const sent = await createConvertedOrder();
    signed.story.losesNextAnswer = true;
    await Promise.all([signed.steps.send(), sent.steps.send()]);
    await halt(ETHER);
    await signed.steps.send();
    expect(await signed.payouts()).toMatchObject([{ status: 'signed' }]);
    expect(signed.broadcasts).toHaveLength(1);
    expect(await signed.readConclusion()).toBe('books_differ');
    sent.story.view = createMinedView(12);
    await sent.steps.watch();
    expect((await sent.order())?.status).toBe('delivered');
    await halt();
    await signed.steps.send();
    expect(await signed.payouts()).toMatchObject([{ status: 'broadcast' }]);
  });

  test('signs one of five orders when funds suffice for one', async () => {
    const first = await createConvertedOrder();
    first.story.balance = 29_000_000_000_000_000n + 1_000n;
    const others = await Promise.all(Array.from({ length: 4 }, () => createConvertedOrder({ sharedWith: first })));
    const orders = [first, ...others];
    await Promise.all(orders.map(({ steps }) => steps.send()));
    const signed = (await Promise.all(orders.map(({ payouts }) => payouts()))).flat();
    expect(signed).toEqual([{ status: 'broadcast', nonce: 0 }]);
    const alerted = await database.many(sql`
      select 1 from order_events where kind = 'funds_short' and not unexpected
        and order_id = any(${orders.map(({ orderId }) => orderId)})`);
    expect(alerted).toHaveLength(4);
  });

  test('does not count a payout as free funds when it is mined during the reading', async () => {
    const first = await createConvertedOrder();
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
    const second = await createConvertedOrder({ sharedWith: { ...first, chain: late } });
    await second.steps.send();
    expect(await second.payouts()).toEqual([]);
    expect(await first.payouts()).toMatchObject([{ status: 'broadcast' }]);
  });

  test('waits while funds are short, and signs nothing', async () => {
    const { steps, story, order, payouts } = await createConvertedOrder();
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
    [
      'an amount that was changed in the database',
      { sealedWith: { receive: createAmount(ether, 1n) } },
      'order_changed',
    ],
    [
      'a price that was changed in the database',
      { sealedWith: { pay: createAmount(EURO, 1_000_000n) } },
      'order_changed',
    ],
    ['an order whose money the signer does not find', { refused: 'not_paid' as const }, 'not_paid'],
    ['an order that would get more than was paid for', { refused: 'overvalued' as const }, 'overvalued'],
    ['an order that was paid out before', { refused: 'already_paid' as const }, 'already_paid'],
    ['an address that has been denied since', { denied: [ADDRESS] }, 'address_denied'],
  ])('holds the order for %s', async (_name, overrides, reason) => {
    const { steps, order, payouts, broadcasts } = await createConvertedOrder(overrides);
    await steps.send();
    expect(await order()).toMatchObject({ status: 'on_hold', heldFrom: 'converted', reason });
    expect(await payouts()).toEqual([]);
    expect(broadcasts).toEqual([]);
  });
});

describe('an attacker with write access to the database', () => {
  const STRANGER = '0x52908400098527886E0F7030069857D2E4169EE7';
  const forged = { to: STRANGER, units: 3n * 10n ** 18n } as const;

  /** A stuck payout, with the signing requests of each further form. */
  async function createStuckPayout() {
    const sent = await createConvertedOrder();
    const payRequests: unknown[] = [];
    await sent.steps.send();
    await advanceClock(120);
    const { pay } = sent.signer;
    sent.signer.pay = (network, unsigned, payments) => {
      payRequests.push(payments.map(({ request: { to, units } }) => ({ to, units })));
      return pay(network, unsigned, payments);
    };
    return { ...sent, payRequests };
  }

  test('cannot change what the next form of a sent payout pays', async () => {
    const { steps, orderId, payRequests } = await createStuckPayout();
    await database.run(sql`
      update payouts set to_address = ${forged.to}, units = ${forged.units.toString()}::numeric where order_id = ${orderId}`);
    await steps.bump();
    expect(payRequests).toEqual([[{ to: ADDRESS, units: 29_000_000_000_000_000n }]]);
  });

  test.each([
    ['whose address they change', sql`address = ${forged.to}`],
    ['whose amount they change', sql`receive_units = ${forged.units.toString()}::numeric`],
    ['whose money was refunded', sql`refunded_units = pay_units`],
  ])('gets no fee bump for an order %s', async (_name, change) => {
    const { steps, orderId, payRequests, readConclusion, alerts } = await createStuckPayout();
    await database.run(sql`update orders set ${change} where id = ${orderId}`);
    await steps.bump();
    expect(payRequests).toEqual([]);
    expect(await readConclusion()).toBe('not_cleared');
    expect(await alerts()).toContainEqual({
      kind: 'payout_stuck',
      facts: expect.objectContaining({ reason: 'not_cleared' }),
    });
  });

  test('gets no payout for an order that was not paid', async () => {
    const { steps, payouts, broadcasts, order } = await createConvertedOrder({ refused: 'not_paid' });
    await steps.send();
    expect(await payouts()).toEqual([]);
    expect(broadcasts).toEqual([]);
    expect(await order()).toMatchObject({ status: 'on_hold', reason: 'not_paid' });
  });
});

test('leaves a ledger that sums to zero', async () => {
  const off = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  expect(off).toEqual([]);
});
