import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { findRequest } from '../../action/requests/requestStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { storePayout } from '../../purchase/delivery/storedPayout.testing.ts';
import { waitReasons } from '../../purchase/order/stepRunner/conclusion.ts';
import { writeJournal } from '../../purchase/order/stepRunner/journalStore.ts';
import { createEventApplier, storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { runCommand } from '../commandLine/runCommand.ts';
import { createCommandContext, requestAs } from '../persons/testPersons.testing.ts';
import { LAPSED } from './lapseRequests.ts';
import { findPendingWorkOfOrders, listPendingWork } from './pendingWorkStore.ts';
import { raiseDeadlineAlerts } from './raiseDeadlineAlerts.ts';
import { type DeadlineName, formatTimeLeft, isSelfEnding, workDeadlines } from './workDeadlines.ts';

const { database } = await openOwnDatabase(6);
const MINUTE_MS = 60_000;
const clear = { risk: 'clear', identity: 'accepted' } as const;
const payment = { attemptId: 'att_1', paymentId: 'pi_1', units: 10_000n };

type Stored = Awaited<ReturnType<typeof createPaidOrder>>;

async function createPaidOrder() {
  const order = await storeOrder(database);
  const apply = createEventApplier(database, order.id);
  await apply('payment_submitted', { attemptId: 'att_1' });
  await apply('payment_authorized', { ...payment, captureBefore: null, assessment: clear });
  await apply('payment_captured', { ...payment, acquirerFeeUnits: null });
  return { ...order, apply };
}

async function createReviewedOrder(): Promise<Stored> {
  const order = await storeOrder(database);
  const apply = createEventApplier(database, order.id);
  await apply('payment_submitted', { attemptId: 'att_1' });
  await apply('payment_authorized', {
    ...payment,
    captureBefore: null,
    assessment: { risk: 'clear', identity: 'needed' },
  });
  await apply('identity_processing', {});
  return { ...order, apply };
}

async function createSignedPayout(): Promise<Stored> {
  const order = await createPaidOrder();
  const signed = { transactionId: randomUUID(), bytes: randomUUID() };
  await database.transaction((transaction) =>
    storePayout(transaction, { id: `pay_${order.id}`, orderId: order.id }, signed),
  );
  return order;
}

async function createUnallocatedBooking(): Promise<Pick<Stored, 'id' | 'orderNo'>> {
  const id = `entry_${randomUUID()}`;
  await database.run(sql`
    insert into bank_statements (hash, name, imported_by, imported_at, entries)
    values (decode(md5(${id}), 'hex'), ${id}, 'test', slipway_now(), 0)`);
  await database.run(sql`
    insert into bank_entries (id, statement_hash, account, direction, reversal, currency, units, booked_on, end_to_end_id,
      status, created_at)
    values (${id}, decode(md5(${id}), 'hex'), 'DE75512108001245126199', 'credit', false, 'EUR', 100, current_date, '',
      'unallocated', slipway_now())`);
  return { id: 0, orderNo: id };
}

async function createAndChange(
  make: () => Promise<Stored>,
  change: (order: Stored) => Promise<unknown>,
): Promise<Stored> {
  const order = await make();
  await change(order);
  return order;
}

const unfreezing = { action: 'unfreeze', subject: 'an order', input: {} } as const;

/** Creates pending work for each deadline. Returns the order, or the work's subject as `orderNo`. */
const createPendingWork: { readonly [Name in DeadlineName]: () => Promise<Pick<Stored, 'id' | 'orderNo'>> } = {
  refund: () => createAndChange(createPaidOrder, ({ apply }) => apply('conversion_failed', { reason: 'no_market' })),
  hold: () => createAndChange(createPaidOrder, ({ apply }) => apply('risk_flagged', { reason: 'operator' })),
  review: createReviewedOrder,
  unallocated: createUnallocatedBooking,
  payout: createSignedPayout,
  conversion: createPaidOrder,
  sending: () => createAndChange(createPaidOrder, ({ apply }) => apply('conversion_filled', { fill: null })),
  request: async () => ({ id: 0, orderNo: String(await requestAs(database, unfreezing)) }),
  // A refund is reported as settled although the order is not being refunded.
  fact: () =>
    createAndChange(createReviewedOrder, ({ apply }) =>
      apply('refund_settled', { refundId: 'ref_1', units: 1n, channel: null }),
    ),
};

async function passMinutes(minutes: number): Promise<void> {
  await database.run(sql`update clock set offset_seconds = offset_seconds + ${Math.ceil(minutes * 60)}`);
}

type DeadlineFacts = { readonly kind: string; readonly share: string; readonly clock: string };

async function listAlerts(
  clock: DeadlineName,
  { id, orderNo }: Pick<Stored, 'id' | 'orderNo'>,
): Promise<DeadlineFacts[]> {
  return database.many<DeadlineFacts>(sql`
    select kind, facts ->> 'share' as share, facts ->> 'clock' as clock from operator_alerts
    where facts ->> 'clock' = ${clock} and (order_id = ${id} or facts ->> 'subject' = ${orderNo}) order by id`);
}

const buildExpectedAlerts = (clock: DeadlineName) => [
  { kind: 'deadline_near', share: 'half', clock },
  { kind: 'deadline_near', share: 'eighty_percent', clock },
  { kind: isSelfEnding(clock) ? 'request_lapsed' : 'deadline_passed', share: 'over', clock },
];

describe.each(Object.keys(workDeadlines) as DeadlineName[])('the deadline %s', (clock) => {
  const minutes = workDeadlines[clock].allowedMs / MINUTE_MS;

  test('warns once at half, once at four fifths and once at the end of the time', async () => {
    const order = await createPendingWork[clock]();
    await passMinutes(minutes * 0.49);
    await raiseDeadlineAlerts({ database });
    expect(await listAlerts(clock, order)).toEqual([]);
    for (const [passed, count] of [
      [0.02, 1],
      [0.28, 1],
      [0.02, 2],
      [0.2, 3],
      [2, 3],
    ] as const) {
      await passMinutes(minutes * passed);
      // Several workers at the same time.
      await Promise.all([raiseDeadlineAlerts({ database }), raiseDeadlineAlerts({ database })]);
      expect(await listAlerts(clock, order)).toEqual(buildExpectedAlerts(clock).slice(0, count));
    }
  });

  test('raises the missed warnings once when no worker ran', async () => {
    const order = await createPendingWork[clock]();
    await passMinutes(minutes * 3);
    await raiseDeadlineAlerts({ database });
    await raiseDeadlineAlerts({ database });
    // Work that ends automatically at its deadline is no longer pending: its early warnings are not raised any more.
    expect(await listAlerts(clock, order)).toEqual(buildExpectedAlerts(clock).slice(isSelfEnding(clock) ? 2 : 0));
  });
});

test('includes the wait reason in the warning about a paid order that is not sent', async () => {
  const order = await createPendingWork.sending();
  const run = {
    step: 'send_payout',
    subject: '',
    outcome: 'refused',
    refusal: null,
    text: '',
    milliseconds: 1,
  } as const;
  await writeJournal(database, order.id, { ...run, conclusion: 'fee_ceiling' });
  await passMinutes(4 * 60);
  await raiseDeadlineAlerts({ database });
  const [alert] = await database.many<{ facts: object }>(
    sql`select facts from operator_alerts where order_id = ${order.id} and facts ->> 'clock' = 'sending'`,
  );
  expect(alert?.facts).toMatchObject({ share: 'half', waitsFor: waitReasons.fee_ceiling });
});

test('does not warn about finished work, and warns again when it recurs', async () => {
  const order = await createPaidOrder();
  await order.apply('risk_flagged', { reason: 'operator' });
  await passMinutes(24 * 60);
  await order.apply('hold_cleared', { assessment: clear });
  await raiseDeadlineAlerts({ database });
  expect(await listAlerts('hold', order)).toEqual([]);
  for (const round of [1, 2]) {
    await order.apply('risk_flagged', { reason: 'operator' });
    await passMinutes(13 * 60);
    await raiseDeadlineAlerts({ database });
    await order.apply('hold_cleared', { assessment: clear });
    expect(await listAlerts('hold', order)).toHaveLength(round);
  }
});

describe('an unanswered request', () => {
  const listRequestAlerts = (id: number) =>
    database.many<{ kind: string; times: number }>(
      sql`select kind, times from operator_alerts where facts ->> 'subject' = ${String(id)} and facts ->> 'clock' = 'request' order by id`,
    );
  const answer = (id: number, command: 'approve' | 'reject') =>
    runCommand(createCommandContext('ben', { database }), command, [String(id)]);

  test('lapses after a day, is not executed, and accepts no approval', async () => {
    const id = await requestAs(database, unfreezing);
    await passMinutes(24 * 60 - 1);
    await raiseDeadlineAlerts({ database });
    expect(await findRequest(database, id)).toMatchObject({ status: 'waiting' });
    await passMinutes(2);
    await Promise.all([raiseDeadlineAlerts({ database }), raiseDeadlineAlerts({ database })]);
    expect(await findRequest(database, id)).toMatchObject({ status: 'refused', result: LAPSED });
    expect((await listRequestAlerts(id)).at(-1)).toEqual({ kind: 'request_lapsed', times: 1 });
    await expect(answer(id, 'approve')).rejects.toThrow('does not wait');
  });

  test('is refused on a late approval although no worker ran', async () => {
    const id = await requestAs(database, unfreezing);
    await passMinutes(24 * 60 + 1);
    await expect(answer(id, 'approve')).rejects.toThrow('has expired');
    await raiseDeadlineAlerts({ database });
    expect(await findRequest(database, id)).toMatchObject({
      status: 'refused',
      result: expect.stringContaining('expired'),
    });
  });

  test('does not lapse once it was answered', async () => {
    const id = await requestAs(database, unfreezing);
    await answer(id, 'reject');
    await passMinutes(25 * 60);
    await raiseDeadlineAlerts({ database });
    expect(await findRequest(database, id)).toMatchObject({ status: 'rejected' });
    expect(await listRequestAlerts(id)).toEqual([]);
  });
});

test('settles a warning when its work has ended, and not before', async () => {
  const order = await createPaidOrder();
  await order.apply('risk_flagged', { reason: 'operator' });
  await passMinutes(13 * 60);
  const raiseAndListOpenAlerts = async () => {
    await raiseDeadlineAlerts({ database });
    const rows = await database.many<{ kind: string }>(
      sql`select kind from operator_alerts where order_id = ${order.id} and settled_at is null and facts ->> 'clock' = 'hold'`,
    );
    return rows.map(({ kind }) => kind);
  };
  expect(await raiseAndListOpenAlerts()).toEqual(['deadline_near']);
  expect(await raiseAndListOpenAlerts()).toEqual(['deadline_near']);
  await order.apply('hold_cleared', { assessment: clear });
  expect(await raiseAndListOpenAlerts()).toEqual([]);
});

test('raises every due warning when there are more than one query returns', async () => {
  for (let count = 0; count < 120; count += 1) await createUnallocatedBooking();
  await passMinutes(24 * 60);
  await raiseDeadlineAlerts({ database });
  const row = await database.one<{ count: number }>(sql`
    select count(distinct facts ->> 'subject')::int as count from operator_alerts where facts ->> 'clock' = 'unallocated'`);
  expect(row.count).toBeGreaterThanOrEqual(120);
});

test('lists pending work with the remaining time', async () => {
  const order = await createPaidOrder();
  await order.apply('risk_flagged', { reason: 'operator' });
  const [own, ...others] = await findPendingWorkOfOrders(database, [order.id]);
  expect(others).toEqual([]);
  expect(own).toMatchObject({ clock: 'hold', subject: order.orderNo, orderId: order.id });
  const now = await database.now();
  expect(own && formatTimeLeft(own.until, now)).toMatch(/^23 h 59 min$/);
  expect(own && formatTimeLeft(own.until, new Date(now.getTime() + 25 * 60 * MINUTE_MS))).toMatch(
    /^overdue by 1 h 0 min$/,
  );
  const ends = (await listPendingWork(database, 1_000)).map(({ until }) => until.getTime());
  expect(ends).toEqual(ends.toSorted((a, b) => a - b));
});
