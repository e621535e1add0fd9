import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { readLedgerBalances } from '../../../ledger/ledgerStore.ts';
import { countRoundTrips } from '../../../platform/database/countRoundTrips.testing.ts';
import { roleDatabase } from '../../../platform/database/roles/roleDatabase.testing.ts';
import type { EffectJob } from '../../../platform/jobs/jobQueue.ts';
import { anyEvent, exampleFill } from '../orderArbitraries.testing.ts';
import {
  captured,
  clear,
  createAuthorizedFacts,
  happyPath,
  openOrderMachineHarness,
} from '../orderMachineHarness.testing.ts';
import { silentOrderMachine } from '../silentStepContext.testing.ts';
import { APPLY_WAITING_FACTS, applyEvent, applyWaitingFacts } from './applyEvent.ts';

const orders = await openOrderMachineHarness();
const { newOrder, send, apply, applySteps, readOrder, sentJobs } = orders;

describe('applyEvent', () => {
  test('takes a purchase from payment to delivery, enqueues the jobs of each step, and posts the margin', async () => {
    const id = await newOrder();
    for (const step of happyPath) {
      const [, status] = step;
      await applySteps(id, [step]);
      expect((await readOrder(id)).status).toBe(status);
    }
    expect(sentJobs.map((job) => job.effect)).toEqual([
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
    const result = await orders.database.many<{ asset: string; units: bigint }>(sql`
      select asset, -sum(units) as units from ledger_postings
      where order_id = ${id} and (account like 'income:%' or account like 'expense:%' or account = 'trading')
      group by asset order by asset`);
    // The order's margin: 4.20 + 1.23 − 1.75 + 94.57 − 93.8152038.
    const euro = result.find(({ asset }) => asset === 'iso4217:EUR');
    expect(euro?.units).toBe(443_479_620n);
  });

  test('makes at most four round trips to the database for an event', async () => {
    const id = await newOrder();
    const roundTrips = countRoundTrips(orders.database);
    for (const step of happyPath) {
      await applySteps(id, [step]);
      // The transaction's begin and its lock may share one round trip.
      expect(roundTrips.take()).toBeOneOf([3, 4]);
    }
  });

  test('applies a repeated event once', async () => {
    const id = await newOrder();
    await send(id, 'payment_submitted', { attemptId: 'att_1' }, 'att_1:submitted');
    const again = await send(id, 'payment_submitted', { attemptId: 'att_1' }, 'att_1:submitted');
    expect(again.outcome).toBe('duplicate');
    expect((await readOrder(id)).triesLeft).toBe(2);
  });

  test('raises an alert for a refund that has no transition, and does not apply it', async () => {
    const id = await newOrder();
    const applied = await send(id, 'refund_settled', { refundId: 'ref_1', units: 10_000n, channel: null });
    expect(applied.outcome).toBe('unexpected');
    expect(sentJobs.map((job) => job.effect)).toEqual(['alert_operator']);
    expect((await readOrder(id)).refunded.units).toBe(0n);
  });

  test('leaves pending facts to a worker when the API applies an event, because the API cannot post', async () => {
    const api = roleDatabase(orders.database, 'api');
    const jobs: EffectJob[] = [];
    const machine = {
      ...silentOrderMachine,
      jobs: { send: async (_: unknown, job: EffectJob) => void jobs.push(job) },
    };
    const cancelled = { kind: 'buyer_cancelled', key: 'buyer', facts: {} } as const;
    const id = await newOrder();
    await send(id, 'conversion_filled', { fill: exampleFill });
    const booked = () => orders.database.many(sql`select 1 from ledger_transactions where order_id = ${id}`);

    const bookedByApi = api.transaction((transaction) => applyEvent(machine, transaction, id, cancelled));
    await expect(bookedByApi).rejects.toThrow('permission denied');
    jobs.length = 0;
    await api.transaction((transaction) =>
      applyEvent({ ...machine, defersWaitingFacts: true }, transaction, id, cancelled),
    );
    expect((await readOrder(id)).status).toBe('cancelled');
    expect(await booked()).toEqual([]);
    expect(jobs).toContainEqual(expect.objectContaining({ effect: APPLY_WAITING_FACTS, orderId: id }));

    const worker = roleDatabase(orders.database, 'worker');
    for (const _ of ['once', 'and again'])
      await worker.transaction((transaction) => applyWaitingFacts(machine, transaction, id));
    expect(await booked()).toHaveLength(1);
  });

  test('applies a fact during a hold to the state in which the order is held', async () => {
    const id = await newOrder();
    await applySteps(id, happyPath.slice(0, 3));
    await send(id, 'risk_flagged', { reason: 'day_amount' });
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', heldFrom: 'paid' });
    sentJobs.length = 0;
    await send(id, 'conversion_started', {});
    await send(id, 'conversion_filled', { fill: exampleFill });
    expect(await readOrder(id)).toMatchObject({ status: 'on_hold', heldFrom: 'converted' });
    expect(sentJobs).toEqual([]);
    await send(id, 'hold_cleared', { assessment: clear });
    expect((await readOrder(id)).status).toBe('converted');
    expect(sentJobs.map((job) => job.effect)).toEqual(['refund_surplus', 'send_payout']);
  });

  test.each([
    ['dispute_won', 'won', 10_000n],
    ['dispute_lost', 'lost', 0n],
  ] as const)(
    'updates the ledger when the dispute of a held order ends: %s',
    async (kind, dispute, euroCentsAtAcquirer) => {
      const id = await newOrder();
      await applySteps(id, happyPath.slice(0, 2));
      await send(id, 'payment_captured', captured);
      await send(id, 'payment_disputed', {
        paymentId: 'pi_1',
        disputeId: 'dp_1',
        units: 10_000n,
        disputeFeeUnits: null,
      });
      expect(await readOrder(id)).toMatchObject({ status: 'on_hold', heldFrom: 'paid', dispute: 'open' });
      await send(id, kind, { paymentId: 'pi_1', disputeId: 'dp_1', units: 10_000n, disputeFeeUnits: null });
      expect(await readOrder(id)).toMatchObject({ status: 'on_hold', heldFrom: 'paid', dispute });
      const sums = await orders.database.many<{ account: string; units: bigint }>(sql`
      select account, sum(units) as units from ledger_postings where order_id = ${id} group by account having sum(units) <> 0`);
      const balances = Object.fromEntries(sums.map(({ account, units }) => [account, units / 1_000_000n]));
      const expected =
        euroCentsAtAcquirer > 0n
          ? { 'asset:acquirer': euroCentsAtAcquirer, 'liability:buyer': -euroCentsAtAcquirer }
          : {};
      expect(balances).toEqual(expected);
    },
  );

  test('accepts a requote, or voids the authorization when it is declined', async () => {
    const drifted = { ...clear, driftedUnits: 150_000n };
    const agreed = await newOrder();
    await send(agreed, 'payment_submitted', { attemptId: 'att_1' });
    await send(agreed, 'payment_authorized', createAuthorizedFacts(drifted));
    expect(await readOrder(agreed)).toMatchObject({ status: 'awaiting_consent', requote: { units: 150_000n } });
    await send(agreed, 'requote_accepted', { units: 150_000n, assessment: clear });
    expect(await readOrder(agreed)).toMatchObject({
      status: 'capturing',
      receive: { units: 150_000n },
      requote: null,
    });

    const declined = await newOrder();
    await send(declined, 'payment_submitted', { attemptId: 'att_1' });
    await send(declined, 'payment_authorized', createAuthorizedFacts(drifted));
    await send(declined, 'requote_declined', { units: 150_000n });
    await send(declined, 'hold_released', { attemptId: 'att_1' });
    expect((await readOrder(declined)).status).toBe('cancelled');
  });

  test('leaves no deadline on a cancelled order without payments', async () => {
    const id = await newOrder();
    await send(id, 'buyer_cancelled', {});
    const { attendAt, deadlineAt } = await orders.database.one<{
      attendAt: Date | null;
      deadlineAt: Date | null;
    }>(sql`select attend_at, deadline_at from orders where id = ${id}`);
    expect([attendAt, deadlineAt]).toEqual([null, null]);
  });

  test('keeps the sum of all postings at zero, for any sequence of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(happyPath.length), fc.array(anyEvent, { maxLength: 12 }), async (steps, events) => {
        const id = await newOrder();
        await applySteps(id, happyPath.slice(0, steps));
        for (const event of events) {
          // The database itself rejects refunds beyond the receipts.
          await apply(id, event).catch((error: Error) => expect(error.message).toMatch(/check constraint/));
        }
        const sums = await orders.database.many<{ asset: string; units: bigint }>(
          sql`select asset, sum(units) as units from ledger_postings group by asset having sum(units) <> 0`,
        );
        expect(sums).toEqual([]);
      }),
      { numRuns: 40 },
    );
    expect((await readLedgerBalances(orders.database)).length).toBeGreaterThan(0);
  });

  test('prevents later changes of the ledger and of events', async () => {
    await expect(orders.database.run(sql`update ledger_postings set units = units + 1`)).rejects.toThrow(/append only/);
    await expect(orders.database.run(sql`delete from order_events`)).rejects.toThrow(/append only/);
  });
});
