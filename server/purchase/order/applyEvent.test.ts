import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { balances } from '../../ledger/ledgerStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { EffectJob } from '../../platform/jobs/jobQueue.ts';
import { applyEvent, type OrderMachine } from './applyEvent.ts';
import type { Assessment, EventKind, FactsOf, OrderEvent } from './events.ts';
import type { Order } from './order.ts';
import { anyEvent, exampleFill, exampleOrder } from './orderArbitraries.testing.ts';
import { findOrderById, insertOrder } from './orderStore.ts';

const { database } = await openOwnDatabase();
let sent: EffectJob[] = [];

const machine: OrderMachine = {
  jobs: {
    async send(_transaction, job) {
      sent.push(job);
    },
  },
};

async function newOrder(some: Partial<Order> = {}): Promise<number> {
  sent = [];
  const unique = randomUUID();
  const paymentDeadline = new Date(Date.now() + 15 * 60_000);
  return database.transaction((transaction) =>
    insertOrder(transaction, {
      ...exampleOrder,
      ...some,
      buyerId: null,
      orderNo: unique,
      quoteId: unique,
      paymentDeadline,
      submissionHash: Buffer.alloc(32),
      guestHash: null,
    }),
  );
}

async function apply(orderId: number, event: OrderEvent) {
  return database.transaction((transaction) => applyEvent(machine, transaction, orderId, event));
}

async function tell<Kind extends EventKind>(
  orderId: number,
  kind: Kind,
  facts: FactsOf<Kind>,
  key = `${kind}:${randomUUID()}`,
) {
  return apply(orderId, { kind, key, facts } as OrderEvent);
}

async function present(orderId: number): Promise<Order> {
  const order = await findOrderById(database, orderId);
  if (!order) throw new Error('the order is gone');
  return order;
}

const clear = { risk: 'clear', identity: 'accepted' } as const;
const payment = { attemptId: 'att_1', paymentId: 'pi_1' };
const payout = { payoutId: 'pay_1', transactionId: 'tx_1' };
const captured = { ...payment, units: 10_000n, acquirerFeeUnits: null };

function authorized(assessment: Assessment): FactsOf<'payment_authorized'> {
  return { ...payment, units: 10_000n, captureBefore: null, assessment };
}

/** One step of the way: the event without its key, and the state that it leads to. */
type Way = readonly [event: (key: string) => OrderEvent, status: Order['status']];

function way<Kind extends EventKind>(kind: Kind, facts: FactsOf<Kind>, status: Order['status']): Way {
  return [(key) => ({ kind, key, facts }) as OrderEvent, status];
}

const happyPath: readonly Way[] = [
  way('payment_submitted', { attemptId: 'att_1' }, 'authorizing'),
  way('payment_authorized', authorized(clear), 'capturing'),
  way('payment_captured', { ...captured, acquirerFeeUnits: 175n }, 'paid'),
  way('conversion_started', {}, 'converting'),
  way('conversion_filled', { fill: exampleFill }, 'converted'),
  way('payout_submitted', payout, 'delivering'),
  way(
    'payout_confirmed',
    { ...payout, networkFee: { asset: exampleOrder.receive.asset.id, decimals: 8, units: 1_500n } },
    'delivered',
  ),
];

async function go(orderId: number, steps: readonly Way[]): Promise<void> {
  for (const [event] of steps) await apply(orderId, event(randomUUID()));
}

describe('applyEvent', () => {
  test('leads a purchase from payment to delivery, each step with its job and its postings', async () => {
    const id = await newOrder();
    for (const step of happyPath) {
      const [, status] = step;
      await go(id, [step]);
      expect((await present(id)).status).toBe(status);
    }
    expect(sent.map((job) => job.effect)).toEqual([
      'authorize_payment',
      'capture_payment',
      'start_conversion',
      'notify_buyer',
      'sync_conversion',
      'send_payout',
      'watch_payout',
      'notify_buyer',
      'watch_payout',
    ]);
    const result = await database.many<{ asset: string; units: bigint }>(sql`
      select asset, -sum(units) as units from ledger_postings
      where order_id = ${id} and (account like 'income:%' or account like 'expense:%' or account = 'trading')
      group by asset order by asset`);
    // The order's result: 4.20 + 1.23 − 1.75 + 94.57 − 93.8152038.
    const euro = result.find(({ asset }) => asset === 'iso4217:EUR');
    expect(euro?.units).toBe(443_479_620n);
  });

  test('counts a fact once, however often it is told', async () => {
    const id = await newOrder();
    await tell(id, 'payment_submitted', { attemptId: 'att_1' }, 'att_1:submitted');
    const again = await tell(id, 'payment_submitted', { attemptId: 'att_1' }, 'att_1:submitted');
    expect(again.outcome).toBe('duplicate');
    expect((await present(id)).triesLeft).toBe(2);
  });

  test('records a fact that has no row, and alerts when it is about money', async () => {
    const id = await newOrder();
    const applied = await tell(id, 'refund_settled', { refundId: 'ref_1', units: 10_000n });
    expect(applied.outcome).toBe('unexpected');
    expect(sent.map((job) => job.effect)).toEqual(['alert_operator']);
    expect((await present(id)).refunded.units).toBe(0n);
  });

  test('a hold never swallows a fact: it moves where the order was held', async () => {
    const id = await newOrder();
    await go(id, happyPath.slice(0, 3));
    await tell(id, 'risk_flagged', { reason: 'day_amount' });
    expect(await present(id)).toMatchObject({ status: 'on_hold', heldFrom: 'paid' });
    sent = [];
    await tell(id, 'conversion_started', {});
    await tell(id, 'conversion_filled', { fill: exampleFill });
    expect(await present(id)).toMatchObject({ status: 'on_hold', heldFrom: 'converted' });
    expect(sent).toEqual([]);
    await tell(id, 'hold_cleared', { assessment: clear });
    expect((await present(id)).status).toBe('converted');
    expect(sent.map((job) => job.effect)).toEqual(['send_payout']);
  });

  test.each([
    ['dispute_won', 'won', 10_000n],
    ['dispute_lost', 'lost', 0n],
  ] as const)('a dispute of a held order ends in its ledger: %s', async (kind, dispute, euroCentsAtAcquirer) => {
    const id = await newOrder();
    await go(id, happyPath.slice(0, 2));
    await tell(id, 'payment_captured', captured);
    await tell(id, 'payment_disputed', { paymentId: 'pi_1', units: 10_000n, disputeFeeUnits: null });
    expect(await present(id)).toMatchObject({ status: 'on_hold', heldFrom: 'paid', dispute: 'open' });
    await tell(id, kind, { paymentId: 'pi_1', units: 10_000n });
    expect(await present(id)).toMatchObject({ status: 'on_hold', heldFrom: 'paid', dispute });
    const sums = await database.many<{ account: string; units: bigint }>(sql`
      select account, sum(units) as units from ledger_postings where order_id = ${id} group by account having sum(units) <> 0`);
    const left = Object.fromEntries(sums.map(({ account, units }) => [account, units / 1_000_000n]));
    const expected =
      euroCentsAtAcquirer > 0n
        ? { 'asset:acquirer': euroCentsAtAcquirer, 'liability:buyer': -euroCentsAtAcquirer }
        : {};
    expect(left).toEqual(expected);
  });

  test('the price that moved is agreed to, or the hold is released', async () => {
    const drifted = { ...clear, driftedUnits: 150_000n };
    const agreed = await newOrder();
    await tell(agreed, 'payment_submitted', { attemptId: 'att_1' });
    await tell(agreed, 'payment_authorized', authorized(drifted));
    expect(await present(agreed)).toMatchObject({ status: 'awaiting_consent', requote: { units: 150_000n } });
    await tell(agreed, 'requote_accepted', { units: 150_000n, assessment: clear });
    expect(await present(agreed)).toMatchObject({
      status: 'capturing',
      receive: { units: 150_000n },
      requote: null,
    });

    const declined = await newOrder();
    await tell(declined, 'payment_submitted', { attemptId: 'att_1' });
    await tell(declined, 'payment_authorized', authorized(drifted));
    await tell(declined, 'requote_declined', { units: 150_000n });
    await tell(declined, 'hold_released', { attemptId: 'att_1' });
    expect((await present(declined)).status).toBe('cancelled');
  });

  test('a cancelled order whose hold was released closes: nothing is left to attend', async () => {
    const id = await newOrder();
    await tell(id, 'buyer_cancelled', {});
    const { attend_at: attendAt, deadline_at: deadlineAt } = await database.one<{
      attend_at: Date | null;
      deadline_at: Date | null;
    }>(sql`select attend_at, deadline_at from orders where id = ${id}`);
    expect([attendAt, deadlineAt]).toEqual([null, null]);
  });

  test('whatever happens in whatever order, the ledger sums to zero and nobody is refunded twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(happyPath.length), fc.array(anyEvent, { maxLength: 12 }), async (steps, events) => {
        const id = await newOrder();
        await go(id, happyPath.slice(0, steps));
        for (const event of events) {
          // A refund beyond what came is refused by the database itself.
          await apply(id, event).catch((error: Error) => expect(error.message).toMatch(/check constraint/));
        }
        const sums = await database.many<{ asset: string; units: bigint }>(
          sql`select asset, sum(units) as units from ledger_postings group by asset having sum(units) <> 0`,
        );
        expect(sums).toEqual([]);
      }),
      { numRuns: 40 },
    );
    expect((await balances(database)).length).toBeGreaterThan(0);
  });

  test('the ledger cannot be changed afterwards', async () => {
    await expect(database.run(sql`update ledger_postings set units = units + 1`)).rejects.toThrow(/append only/);
    await expect(database.run(sql`delete from order_events`)).rejects.toThrow(/append only/);
  });
});
