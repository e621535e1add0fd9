import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { computeTakenAmount, type Order } from '../order.ts';
import { exampleFill, exampleOrder } from '../orderArbitraries.testing.ts';
import type { EventKind, FactsByKind } from '../orderEventKinds.ts';
import {
  captured,
  clear,
  createAuthorizedFacts,
  happyPath,
  openOrderMachineHarness,
  payment,
  payout,
} from '../orderMachineHarness.testing.ts';

const orders = await openOrderMachineHarness();
const { newOrder, send, applySteps, readOrder, sentJobs } = orders;

const dispute = { paymentId: 'pi_1', disputeId: 'dp_1' };
const opened = { ...dispute, units: 10_000n, disputeFeeUnits: 2_000n };
const lost = { ...dispute, units: 10_000n };
const refund = { refundId: 'ref_1', units: 10_000n, channel: null };
const recalled = { receiptId: 'receipt_1', units: 10_000n };
const received = { receiptId: 'receipt_1', units: 10_000n, assessment: clear };

/** Steps of the happy path up to a state. */
const listStepsUntil = (status: Order['status']) =>
  happyPath.slice(0, happyPath.findIndex(([, reached]) => reached === status) + 1);

async function createCardOrder(status: Order['status']): Promise<number> {
  const id = await newOrder();
  await applySteps(id, listStepsUntil(status));
  expect((await readOrder(id)).status).toBe(status);
  return id;
}

async function createBankOrder(): Promise<number> {
  const id = await newOrder({ payMethod: 'bank_transfer' });
  await send(id, 'payment_received', received);
  expect((await readOrder(id)).status).toBe('paid');
  return id;
}

/** Returns the balances of an order's accounts in euro cents; zero balances are left out. */
async function readBalances(id: number): Promise<Record<string, bigint>> {
  const sums = await orders.database.many<{ account: string; units: bigint }>(sql`
    select account, div(sum(units), 1000000) as units from ledger_postings
    where order_id = ${id} and asset = 'iso4217:EUR' group by account having sum(units) <> 0 order by account`);
  return Object.fromEntries(sums.map(({ account, units }) => [account, units]));
}

const collectEffects = async (act: () => Promise<unknown>): Promise<string[]> => {
  sentJobs.length = 0;
  await act();
  return sentJobs.map(({ effect }) => effect);
};

describe('money that a bank has taken back', () => {
  test('is not refunded again when the held order is refused', async () => {
    const id = await createCardOrder('paid');
    await send(id, 'payment_disputed', opened);
    await send(id, 'dispute_lost', lost);
    const effects = await collectEffects(() => send(id, 'hold_refused', {}));
    expect((await readOrder(id)).status).toBe('cancelled');
    expect(effects).not.toContain('refund_payment');
    expect(await readBalances(id)).toMatchObject({ 'asset:acquirer': -2_175n, 'expense:dispute': 2_000n });
    expect(await readBalances(id)).not.toHaveProperty('liability:buyer');
  });

  test('prevents a held order from continuing, for a dispute and a recall', async () => {
    const disputed = await createCardOrder('converted');
    await send(disputed, 'payment_disputed', opened);
    const taken = await createBankOrder();
    await send(taken, 'payment_recalled', recalled);
    for (const id of [disputed, taken]) {
      const effects = await collectEffects(() => send(id, 'hold_cleared', { assessment: clear }));
      expect((await readOrder(id)).status).toBe('on_hold');
      expect(effects).not.toContain('send_payout');
    }
  });

  test('reduces the refund by its amount', async () => {
    const id = await createBankOrder();
    await send(id, 'payment_recalled', { ...recalled, units: 4_000n });
    await send(id, 'hold_refused', {});
    expect((await readOrder(id)).status).toBe('refunding');
    await send(id, 'refund_settled', { ...refund, units: 6_000n });
    expect((await readOrder(id)).status).toBe('refunded');
    expect(await readBalances(id)).toEqual({});
  });

  test('holds an order during its refund, and leaves nothing to refund', async () => {
    const id = await createBankOrder();
    await send(id, 'conversion_failed', { reason: 'market_closed' });
    await send(id, 'payment_recalled', recalled);
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', heldFrom: 'refunding' });
    await send(id, 'hold_refused', {});
    expect((await readOrder(id)).status).toBe('cancelled');
    expect(await readBalances(id)).toEqual({});
  });

  test('after the delivery is a loss, and a repayment by the buyer reduces it', async () => {
    const id = await createCardOrder('delivered');
    await send(id, 'payment_disputed', { ...opened, units: 3_000n });
    await send(id, 'dispute_lost', { ...lost, units: 3_000n });
    expect(await readBalances(id)).toMatchObject({ 'expense:dispute': 5_000n });
    await send(id, 'loss_recovered', { receiptId: 'receipt_9', units: 3_000n });
    expect(await readBalances(id)).toMatchObject({ 'expense:dispute': 2_000n, 'asset:bank': 3_000n });
    expect((await readOrder(id)).clawedBack.units).toBe(0n);
  });

  test('during the delivery is a loss once the coins have arrived', async () => {
    const id = await createCardOrder('delivering');
    await send(id, 'payment_disputed', opened);
    await send(id, 'dispute_lost', lost);
    await send(id, 'payout_confirmed', { ...payout, networkFee: null });
    expect((await readOrder(id)).status).toBe('delivered');
    const { 'expense:dispute': loss, ...rest } = await readBalances(id);
    expect(loss).toBe(12_000n);
    expect(rest).not.toHaveProperty('liability:buyer');
  });

  test('is refunded after a won dispute when the order was given up', async () => {
    const id = await createCardOrder('paid');
    await send(id, 'payment_disputed', opened);
    await send(id, 'hold_refused', {});
    expect((await readOrder(id)).status).toBe('cancelled');
    const effects = await collectEffects(() =>
      send(id, 'dispute_won', { ...dispute, units: 10_000n, disputeFeeUnits: null }),
    );
    expect((await readOrder(id)).status).toBe('refunding');
    expect(effects).toContain('refund_payment');
    await send(id, 'refund_settled', refund);
    expect((await readOrder(id)).status).toBe('refunded');
    expect(await readBalances(id)).toMatchObject({ 'expense:dispute': 2_000n });
    expect(await readBalances(id)).not.toHaveProperty('liability:refund');
  });

  test('in a dispute after a sent refund is a loss, and the buyer is owed nothing', async () => {
    const id = await createCardOrder('paid');
    await send(id, 'conversion_failed', { reason: 'market_closed' });
    await send(id, 'payment_disputed', opened);
    await send(id, 'refund_settled', refund);
    await send(id, 'dispute_lost', lost);
    const { 'expense:dispute': loss, ...rest } = await readBalances(id);
    expect(loss).toBe(12_000n);
    expect(Object.keys(rest).filter((account) => account.startsWith('liability'))).toEqual([]);
  });

  test('reduces a surplus once when two recalls take it back', async () => {
    const id = await newOrder({ payMethod: 'bank_transfer' });
    await send(id, 'payment_received', { ...received, units: 12_000n });
    await send(id, 'payment_recalled', { ...recalled, units: 11_000n });
    await send(id, 'payment_recalled', { ...recalled, units: 1_000n }, 'second');
    expect(await readBalances(id)).toEqual({});
  });
});

describe('lost money that comes back', () => {
  test('reverses the loss of a delivered order', async () => {
    const id = await createCardOrder('delivered');
    await send(id, 'payment_disputed', opened);
    await send(id, 'dispute_lost', lost);
    expect(await readBalances(id)).toMatchObject({ 'expense:dispute': 12_000n });
    await send(id, 'dispute_reversed', lost);
    expect(await readOrder(id)).toMatchObject({ status: 'delivered', dispute: 'won', clawedBack: { units: 0n } });
    expect(await readBalances(id)).toMatchObject({ 'expense:dispute': 2_000n });
  });

  test('is refunded to the buyer whose order was given up', async () => {
    const id = await createCardOrder('paid');
    await send(id, 'payment_disputed', opened);
    await send(id, 'dispute_lost', lost);
    await send(id, 'hold_refused', {});
    expect((await readOrder(id)).status).toBe('cancelled');
    expect(await collectEffects(() => send(id, 'dispute_reversed', lost))).toContain('refund_payment');
    expect((await readOrder(id)).status).toBe('refunding');
    expect(await readBalances(id)).toMatchObject({ 'liability:refund': -10_000n });
    await send(id, 'refund_settled', refund);
    expect((await readOrder(id)).status).toBe('refunded');
    expect(await readBalances(id)).not.toHaveProperty('liability:refund');
  });

  test('reverses the loss when the buyer was already refunded', async () => {
    const id = await createCardOrder('paid');
    await send(id, 'conversion_failed', { reason: 'market_closed' });
    await send(id, 'payment_disputed', opened);
    await send(id, 'refund_settled', refund);
    await send(id, 'dispute_lost', lost);
    await send(id, 'dispute_reversed', lost);
    expect((await readOrder(id)).status).toBe('refunded');
    expect(await readBalances(id)).toMatchObject({ 'expense:dispute': 2_000n });
    expect(await readBalances(id)).not.toHaveProperty('liability:refund');
  });

  test('is owed again after a failed dashboard refund, and sent once a person clears the hold', async () => {
    const id = await createCardOrder('paid');
    const elsewhere = { refundId: 're_9', units: 10_000n };
    await send(id, 'external_refund', elsewhere);
    await send(id, 'hold_refused', {});
    expect((await readOrder(id)).status).toBe('refunded');
    await send(id, 'external_refund_failed', elsewhere);
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', heldFrom: 'refunded' });
    expect(await readBalances(id)).toMatchObject({ 'liability:refund': -10_000n });
    expect(await collectEffects(() => send(id, 'hold_cleared', { assessment: clear }))).toContain('refund_payment');
  });

  test('reverses the loss when the dashboard refund of a delivered order failed', async () => {
    const id = await createCardOrder('delivered');
    const elsewhere = { refundId: 're_9', units: 10_000n };
    await send(id, 'external_refund', elsewhere);
    expect(await readBalances(id)).toMatchObject({ 'expense:dispute': 10_000n });
    await send(id, 'external_refund_failed', elsewhere);
    expect(await readBalances(id)).not.toHaveProperty('expense:dispute');
    expect((await readOrder(id)).status).toBe('delivered');
  });
});

describe('delivered coins without their money', () => {
  test.each([
    ['external_refund', { refundId: 're_9', units: 10_000n }],
    ['dispute_lost', lost],
  ] as const)('are a loss after %s during the delivery, and the buyer is owed nothing', async (kind, facts) => {
    const id = await createCardOrder('delivering');
    await send(id, kind, facts);
    await send(id, 'payout_confirmed', { ...payout, networkFee: null });
    const { 'expense:dispute': loss, ...rest } = await readBalances(id);
    expect(loss).toBe(10_000n);
    expect(Object.keys(rest).filter((account) => account.startsWith('liability'))).toEqual([]);
  });

  test('are booked as a loss once when the delivery leaves its block and is confirmed again', async () => {
    const id = await createCardOrder('delivered');
    await send(id, 'dispute_lost', { ...lost, units: 4_000n });
    const delivered = await readBalances(id);
    await send(id, 'payout_reorged', { payoutId: 'pay_1' });
    expect(await readBalances(id)).toMatchObject({ 'liability:buyer': -6_000n });
    expect(await readBalances(id)).not.toHaveProperty('expense:dispute');
    await send(id, 'payout_confirmed', { ...payout, networkFee: null }, 'again');
    expect(await readBalances(id)).toEqual(delivered);
  });
});

describe('a report of the acquirer or the exchange', () => {
  test('holds the order after the capture for a dispute that was reported during it', async () => {
    const id = await createCardOrder('capturing');
    const key = 'dp_1:opened';
    expect((await send(id, 'payment_disputed', opened, key)).outcome).toBe('unexpected');
    expect((await send(id, 'payment_disputed', opened, key)).outcome).toBe('duplicate');
    await send(id, 'payment_captured', captured);
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', heldFrom: 'paid', dispute: 'open' });
    expect((await send(id, 'payment_disputed', opened, key)).outcome).toBe('duplicate');
    expect((await readOrder(id)).disputed.units).toBe(10_000n);
    expect(await orders.database.many(sql`select 1 from waiting_facts where order_id = ${id}`)).toEqual([]);
  });

  test('holds the order for a capture that was reported before any attempt', async () => {
    const id = await newOrder();
    await send(id, 'payment_captured', captured);
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', heldFrom: 'awaiting_payment' });
  });

  test('posts a fill that was reported after the order was given up', async () => {
    const id = await createCardOrder('converting');
    await send(id, 'conversion_given_up', {});
    expect((await readOrder(id)).status).toBe('refunding');
    await send(id, 'conversion_partial', { fill: exampleFill });
    expect(await readBalances(id)).toMatchObject({ trading: 9_381n, 'asset:venue': -9_381n });
  });

  test('of a dashboard refund prevents a second refund when the held order is refused', async () => {
    const id = await createCardOrder('paid');
    await send(id, 'external_refund', { refundId: 're_9', units: 10_000n });
    expect((await readOrder(id)).status).toBe('on_hold');
    await send(id, 'hold_cleared', { assessment: clear });
    expect((await readOrder(id)).status).toBe('on_hold');
    await send(id, 'hold_refused', {});
    expect((await readOrder(id)).status).toBe('refunded');
    expect(await readBalances(id)).toMatchObject({ 'expense:acquirer': 175n, 'asset:acquirer': -175n });
  });

  test('holds an unsent order when it warns of fraud', async () => {
    const id = await createCardOrder('converted');
    await send(id, 'payment_warned', { paymentId: 'pi_1', warningId: 'issfr_1' });
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', dispute: 'warned', reason: 'fraud_warning' });
  });
});

describe('a hold', () => {
  test('requested during the conversion begins after it, and nothing is bought again when it is cleared', async () => {
    const id = await createCardOrder('converting');
    await send(id, 'risk_flagged', { reason: 'day_amount' });
    await send(id, 'conversion_filled', { fill: exampleFill });
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', heldFrom: 'converted' });
    expect(await collectEffects(() => send(id, 'hold_cleared', { assessment: clear }))).toContain('send_payout');
  });

  test('is not bypassed by a further receipt of one cent', async () => {
    const id = await newOrder({ payMethod: 'bank_transfer' });
    await send(id, 'payment_received', { ...received, assessment: { ...clear, risk: 'hold', riskRule: 'day_amount' } });
    await send(id, 'payment_received', { receiptId: 'receipt_2', units: 1n, assessment: null });
    expect(await readOrder(id)).toMatchObject({
      status: 'on_hold',
      heldFrom: 'awaiting_payment',
      surplus: { units: 1n },
    });
    await send(id, 'hold_cleared', { assessment: { risk: 'clear', identity: 'needed' } });
    expect((await readOrder(id)).status).toBe('awaiting_identity');
  });

  test('after an early capture requires the document when it is cleared, and refunds if none arrives', async () => {
    const id = await newOrder();
    await send(id, 'payment_submitted', { attemptId: 'att_1' });
    await send(id, 'payment_captured', captured);
    await send(id, 'hold_cleared', { assessment: { risk: 'clear', identity: 'needed' } });
    expect((await readOrder(id)).status).toBe('awaiting_identity');
    const effects = await collectEffects(() => send(id, 'identity_timed_out', {}));
    expect(effects).toEqual(['refund_payment']);
  });

  test('after a refund that failed late leads to another refund when it is cleared', async () => {
    const id = await createCardOrder('paid');
    await send(id, 'conversion_failed', { reason: 'market_closed' });
    await send(id, 'refund_settled', refund);
    await send(id, 'refund_failed', { ...refund, reason: 'account_closed', wasSettled: true });
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', heldFrom: 'refunded' });
    await send(id, 'hold_cleared', { assessment: clear });
    expect((await readOrder(id)).status).toBe('refunding');
    expect(await readBalances(id)).toMatchObject({ 'liability:refund': -10_000n });
  });

  test('after two reverted payouts leads to another payout when it is cleared', async () => {
    const id = await createCardOrder('delivering');
    await orders.database.run(sql`
      insert into payouts (id, batch_id, order_id, network, asset, decimals, fee_asset, fee_decimals, from_address,
        to_address, units, status, transaction_id, created_at, updated_at)
      select 'pay_' || n || ${id}, 'pay_' || n || ${id}, ${id}, 'n', 'a', 8, 'a', 8, 'from' || n || ${id}, 'to', 1, 'reverted', 'tx' || n || ${id},
        slipway_now(), slipway_now()
      from generate_series(1, 2) n`);
    await send(id, 'payout_reverted', { payoutId: 'pay_1', networkFee: null });
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', heldFrom: 'delivering', payoutSigned: false });
    expect(await collectEffects(() => send(id, 'hold_cleared', { assessment: clear }))).toContain('send_payout');
    expect((await readOrder(id)).status).toBe('converted');
  });
});

describe('a freeze', () => {
  test.each(['paid', 'converted'] as const)(
    'of an order in %s prevents clearing and refusing the hold until it is lifted',
    async (status) => {
      const id = await createCardOrder(status);
      await send(id, 'frozen', { reason: 'name_listed' });
      await send(id, 'hold_cleared', { assessment: clear });
      await send(id, 'hold_refused', {});
      expect(await readOrder(id)).toMatchObject({ status: 'on_hold', frozen: true });
      await send(id, 'unfrozen', {});
      await send(id, 'hold_refused', {});
      expect((await readOrder(id)).status).toBe('refunding');
    },
  );

  test('holds an order during its refund', async () => {
    const id = await createCardOrder('paid');
    await send(id, 'conversion_failed', { reason: 'market_closed' });
    await send(id, 'frozen', { reason: 'address_denied' });
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', heldFrom: 'refunding', frozen: true });
  });

  test.each(['address_denied', 'name_listed'])('begins when the rule %s holds an order', async (reason) => {
    const id = await createCardOrder('paid');
    await send(id, 'risk_flagged', { reason });
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', frozen: true, reason });
  });

  test('that begins before the capture lets an operator release the card, but not clear the hold', async () => {
    const id = await newOrder();
    await applySteps(id, happyPath.slice(0, 1));
    const assessment = { risk: 'hold', riskRule: 'address_denied', identity: 'accepted' } as const;
    await send(id, 'payment_authorized', createAuthorizedFacts(assessment));
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', frozen: true });
    await send(id, 'hold_cleared', { assessment: clear });
    expect((await readOrder(id)).status).toBe('on_hold');
    await send(id, 'hold_refused', {});
    expect((await readOrder(id)).status).toBe('voiding');
  });

  test('does not begin when another rule holds an order', async () => {
    const id = await createCardOrder('paid');
    await send(id, 'risk_flagged', { reason: 'order_changed' });
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', frozen: false });
  });

  test('that begins during the capture holds the order before its payout', async () => {
    const id = await newOrder();
    await applySteps(id, happyPath.slice(0, 2));
    await send(id, 'frozen', { reason: 'court_order' });
    await applySteps(id, listStepsUntil('converting').slice(2));
    await send(id, 'conversion_filled', { fill: exampleFill });
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', heldFrom: 'converted', frozen: true });
  });

  test('prevents refunds and payouts in the database', async () => {
    const id = await createCardOrder('paid');
    await send(id, 'frozen', { reason: 'court_order' });
    await expect(insertRefund(id, 10_000n)).rejects.toThrow(/is frozen/);
    await expect(insertPayout(id)).rejects.toThrow(/is frozen/);
  });
});

function insertRefund(id: number, units: bigint): Promise<number> {
  return orders.database.run(sql`
    insert into refunds (id, order_id, payment_id, currency, asset, decimals, units, status, created_at, updated_at)
    values (${randomUUID()}, ${id}, ${randomUUID()}, 'EUR', 'iso4217:EUR', 2, ${units.toString()}::numeric, 'requested',
      slipway_now(), slipway_now())`);
}

function insertPayout(id: number): Promise<number> {
  const unique = randomUUID();
  return orders.database.run(sql`
    insert into payouts (id, batch_id, order_id, network, asset, decimals, fee_asset, fee_decimals, from_address,
      to_address, units, status, transaction_id, created_at, updated_at)
    values (${unique}, ${unique}, ${id}, 'n', 'a', 8, 'a', 8, ${unique}, 'to', 1, 'signed', ${unique}, slipway_now(), slipway_now())`);
}

describe('the partner’s share', () => {
  const share = { ...exampleOrder.pay, units: 101n };
  const elsewhere = { refundId: 're_9', units: 10_000n };

  async function createDeliveredOrder(overrides: Partial<Order> = {}): Promise<number> {
    const id = await newOrder({ partnerShare: share, ...overrides });
    await applySteps(id, happyPath);
    expect(await readBalances(id)).toMatchObject({ 'liability:partner': -101n, 'expense:partner': 101n });
    return id;
  }

  test('is reversed by a lost dispute, and owed again when the money comes back', async () => {
    const id = await createDeliveredOrder();
    await send(id, 'payment_disputed', opened);
    expect(await readBalances(id)).toMatchObject({ 'liability:partner': -101n });
    await send(id, 'dispute_lost', lost);
    expect(await readBalances(id)).not.toHaveProperty('liability:partner');
    expect(await readBalances(id)).not.toHaveProperty('expense:partner');
    await send(id, 'dispute_reversed', lost);
    expect(await readBalances(id)).toMatchObject({ 'liability:partner': -101n, 'expense:partner': 101n });
  });

  test('is proportional to the money that was kept, rounded down', async () => {
    const id = await createDeliveredOrder();
    await send(id, 'dispute_lost', { ...lost, units: 5_000n });
    expect(await readBalances(id)).toMatchObject({ 'liability:partner': -50n, 'expense:partner': 50n });
    await send(id, 'loss_recovered', { receiptId: 'receipt_9', units: 5_000n });
    expect(await readBalances(id)).toMatchObject({ 'liability:partner': -101n });
  });

  test('is not owed for a delivery whose money was lost before', async () => {
    const id = await newOrder({ partnerShare: share });
    await applySteps(id, listStepsUntil('delivering'));
    await send(id, 'dispute_lost', lost);
    await send(id, 'payout_confirmed', { ...payout, networkFee: null });
    expect((await readOrder(id)).status).toBe('delivered');
    expect(await readBalances(id)).not.toHaveProperty('liability:partner');
    await send(id, 'payout_reorged', { payoutId: 'pay_1' });
    expect(await readBalances(id)).not.toHaveProperty('liability:partner');
    expect(await readBalances(id)).not.toHaveProperty('expense:partner');
  });

  test('is reversed by a dashboard refund, and owed again when that fails', async () => {
    const id = await createDeliveredOrder();
    await send(id, 'external_refund', elsewhere);
    expect(await readBalances(id)).not.toHaveProperty('liability:partner');
    await send(id, 'external_refund_failed', elsewhere);
    expect(await readBalances(id)).toMatchObject({ 'liability:partner': -101n });
  });

  test('of all orders matches the money that was kept, for any sequence of events', async () => {
    const act = fc.tuple(
      fc.constantFrom<EventKind>(
        'dispute_lost',
        'dispute_reversed',
        'payment_recalled',
        'loss_recovered',
        'external_refund',
        'external_refund_failed',
        'payout_reorged',
        'payout_confirmed',
      ),
      fc.integer({ min: 1, max: 12_000 }),
    );
    let owed = 0n;
    const ids: number[] = [];
    const run = async (from: Order['status'], acts: readonly (readonly [EventKind, number])[]) => {
      const id = await newOrder({ partnerShare: share });
      ids.push(id);
      await applySteps(id, listStepsUntil(from));
      for (const [kind, most] of acts) {
        const before = await readOrder(id);
        const facts = limitFacts(before, kind, BigInt(most));
        if (facts) await send(id, kind, facts);
      }
      const order = await readOrder(id);
      const booked = await readBalances(id);
      // The net loss; it contains no dispute fee.
      const netLoss = booked['expense:dispute'] ?? 0n;
      const taken = computeTakenAmount(order).units;
      const stayed = order.status === 'delivered' && taken > netLoss ? taken - netLoss : 0n;
      const earned = (share.units * stayed) / taken;
      owed += earned;
      expect(booked['liability:partner'] ?? 0n).toBe(-earned);
      expect(booked['expense:partner'] ?? 0n).toBe(earned);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Order['status']>('delivering', 'delivered'),
        fc.array(act, { minLength: 1, maxLength: 8 }),
        run,
      ),
      { numRuns: 60, endOnFailure: true },
    );
    const { sum } = await orders.database.one<{ sum: bigint }>(sql`
      select coalesce(div(-sum(units), 1000000), 0) as sum from ledger_postings
      where account = 'liability:partner' and order_id = any (${ids}::bigint[])`);
    expect(sum).toBe(owed);
    expect(owed).toBeGreaterThan(0n);
  });

  /**
   * Returns facts with an amount of at most `most`, and with no more money coming back than has left; undefined if the
   * event is not possible now.
   */
  function limitFacts(order: Order, kind: EventKind, most: bigint): FactsByKind<EventKind> | undefined {
    const limit = (units: bigint) => (units < most ? units : most);
    const back = limit(order.clawedBack.units);
    switch (kind) {
      case 'payout_confirmed':
        return order.status === 'delivering' ? { ...payout, networkFee: null } : undefined;
      case 'payout_reorged':
        return order.status === 'delivered' ? { payoutId: 'pay_1' } : undefined;
      case 'dispute_lost':
        return { ...lost, units: most };
      case 'payment_recalled':
        return { ...recalled, units: most };
      case 'dispute_reversed':
        return back > 0n ? { ...lost, units: back } : undefined;
      case 'loss_recovered':
        return back > 0n && order.status === 'delivered' ? { receiptId: 'receipt_9', units: back } : undefined;
      case 'external_refund': {
        const units = limit(order.captured.units - order.refunded.units);
        return units > 0n ? { refundId: 're_9', units } : undefined;
      }
      default:
        return order.refunded.units > 0n ? { refundId: 're_9', units: limit(order.refunded.units) } : undefined;
    }
  }
});

describe('the claims on an order’s money', () => {
  test('limit all refunds together to the received money', async () => {
    const id = await createCardOrder('paid');
    await insertRefund(id, 6_000n);
    await expect(insertRefund(id, 4_001n)).rejects.toThrow(/no_more_than_received/);
    await insertRefund(id, 4_000n);
  });

  test('allow either the payout or the refund, also at the same time', async () => {
    const id = await createCardOrder('converted');
    const acts = await Promise.allSettled([
      insertPayout(id),
      insertRefund(id, 10_000n),
      insertPayout(id),
      insertRefund(id, 1n),
    ]);
    const { sent: sentUnits, refunded } = await orders.database.one<{ sent: bigint; refunded: bigint }>(sql`
      select sent, refunded from order_claims where order_id = ${id} order by number desc limit 1`);
    expect(sentUnits + refunded).toBeLessThanOrEqual(10_000n);
    expect(acts.some(({ status }) => status === 'rejected')).toBe(true);
  });

  test('allow no payout of disputed money, and no second refund of money refunded elsewhere', async () => {
    const disputed = await createCardOrder('delivering');
    await send(disputed, 'payment_disputed', { ...opened, units: 1n });
    await expect(insertPayout(disputed)).rejects.toThrow(/no_more_than_received/);
    const elsewhere = await createCardOrder('paid');
    await orders.database.run(sql`
      insert into external_refunds (acquirer_refund_id, order_id, payment_id, units, reported_at)
      values (${randomUUID()}, ${elsewhere}, 'pi_1', 10000, slipway_now())`);
    await expect(insertRefund(elsewhere, 1n)).rejects.toThrow(/no_more_than_received/);
  });

  test('allow another refund after a failed one', async () => {
    const id = await createCardOrder('paid');
    await insertRefund(id, 10_000n);
    await orders.database.run(sql`update refunds set status = 'failed' where order_id = ${id}`);
    await insertRefund(id, 10_000n);
  });

  test('record a lost dispute even if the sums exceed the received money', async () => {
    const id = await createCardOrder('paid');
    await insertRefund(id, 10_000n);
    await send(id, 'payment_disputed', opened);
    await send(id, 'dispute_lost', lost);
    const last = await orders.database.one(sql`
      select received, clawed_back as "clawedBack", refunded from order_claims where order_id = ${id}
      order by number desc limit 1`);
    expect(last).toEqual({ received: 10_000n, clawedBack: 10_000n, refunded: 10_000n });
  });

  test('cannot be deleted', async () => {
    await expect(orders.database.run(sql`delete from order_claims`)).rejects.toThrow(/append only/);
  });
});

test('voids an authorization that arrives after the order was cancelled, and refunds its capture', async () => {
  const id = await newOrder();
  await send(id, 'payment_submitted', { attemptId: 'att_1' });
  await send(id, 'payment_window_closed', {});
  await send(id, 'hold_released', { attemptId: 'att_1' });
  expect((await readOrder(id)).status).toBe('cancelled');
  await send(id, 'payment_authorized', createAuthorizedFacts(clear));
  expect((await readOrder(id)).status).toBe('voiding');
  await send(id, 'payment_captured', { ...payment, units: 10_000n, acquirerFeeUnits: null });
  expect((await readOrder(id)).status).toBe('refunding');
});
