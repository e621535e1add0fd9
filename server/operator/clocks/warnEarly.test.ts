import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { storePayout } from '../../purchase/delivery/storedPayout.testing.ts';
import { storeOrder, tellOrder } from '../../purchase/order/storedOrder.testing.ts';
import { askAs, typedBy } from '../persons/testPersons.testing.ts';
import { findRequest } from '../requestStore.ts';
import { runCommand } from '../runCommand.ts';
import { type ClockName, clocks, endsItself, timeLeft } from './clocks.ts';
import { LAPSED } from './lapseRequests.ts';
import { listWaiting, waitingOfOrders } from './waitingStore.ts';
import { warnEarly } from './warnEarly.ts';

const { database } = await openOwnDatabase(6);
const MINUTE_MS = 60_000;
const clear = { risk: 'clear', identity: 'accepted' } as const;
const payment = { attemptId: 'att_1', paymentId: 'pi_1', units: 10_000n };

type Stored = Awaited<ReturnType<typeof paidOrder>>;

async function paidOrder() {
  const order = await storeOrder(database);
  const tell = tellOrder(database, order.id);
  await tell('payment_submitted', { attemptId: 'att_1' });
  await tell('payment_authorized', { ...payment, captureBefore: null, assessment: clear });
  await tell('payment_captured', { ...payment, acquirerFeeUnits: null });
  return { ...order, tell };
}

async function reviewed(): Promise<Stored> {
  const order = await storeOrder(database);
  const tell = tellOrder(database, order.id);
  await tell('payment_submitted', { attemptId: 'att_1' });
  await tell('payment_authorized', {
    ...payment,
    captureBefore: null,
    assessment: { risk: 'clear', identity: 'needed' },
  });
  await tell('identity_processing', {});
  return { ...order, tell };
}

async function signedPayout(): Promise<Stored> {
  const order = await paidOrder();
  const signed = { transactionId: randomUUID(), bytes: randomUUID() };
  await database.transaction((transaction) =>
    storePayout(transaction, { id: `pay_${order.id}`, orderId: order.id }, signed),
  );
  return order;
}

async function unallocated(): Promise<Pick<Stored, 'id' | 'orderNo'>> {
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

async function after(make: () => Promise<Stored>, what: (order: Stored) => Promise<unknown>): Promise<Stored> {
  const order = await make();
  await what(order);
  return order;
}

const unfreezing = { action: 'unfreeze', subject: 'an order', input: {} } as const;

/** Something that waits against each clock; the subject is the order unless it is something of its own. */
const waiting: { readonly [Name in ClockName]: () => Promise<Pick<Stored, 'id' | 'orderNo'>> } = {
  refund: () => after(paidOrder, ({ tell }) => tell('conversion_failed', { reason: 'no_market' })),
  hold: () => after(paidOrder, ({ tell }) => tell('risk_flagged', { reason: 'operator' })),
  review: reviewed,
  unallocated,
  payout: signedPayout,
  conversion: paidOrder,
  request: async () => ({ id: 0, orderNo: String(await askAs(database, unfreezing)) }),
  // A transfer's refund that comes back while nothing goes back.
  fact: () => after(reviewed, ({ tell }) => tell('refund_settled', { refundId: 'ref_1', units: 1n, channel: null })),
};

async function passMinutes(minutes: number): Promise<void> {
  await database.run(sql`update clock set offset_seconds = offset_seconds + ${Math.ceil(minutes * 60)}`);
}

type Said = { readonly kind: string; readonly share: string; readonly clock: string };

async function said(clock: ClockName, { id, orderNo }: Pick<Stored, 'id' | 'orderNo'>): Promise<Said[]> {
  return database.many<Said>(sql`
    select kind, facts ->> 'share' as share, facts ->> 'clock' as clock from operator_alerts
    where facts ->> 'clock' = ${clock} and (order_id = ${id} or facts ->> 'subject' = ${orderNo}) order by id`);
}

const all = (clock: ClockName) => [
  { kind: 'time_running_out', share: 'half', clock },
  { kind: 'time_running_out', share: 'four_fifths', clock },
  { kind: endsItself(clock) ? 'request_lapsed' : 'time_over', share: 'over', clock },
];

describe.each(Object.keys(clocks) as ClockName[])('the clock %s', (clock) => {
  const minutes = clocks[clock].allowedMs / MINUTE_MS;

  test('warns at half, at four fifths and at the end, once each', async () => {
    const order = await waiting[clock]();
    await passMinutes(minutes * 0.49);
    await warnEarly({ database });
    expect(await said(clock, order)).toEqual([]);
    for (const [passed, count] of [
      [0.02, 1],
      [0.28, 1],
      [0.02, 2],
      [0.2, 3],
      [2, 3],
    ] as const) {
      await passMinutes(minutes * passed);
      // Several workers at the same time.
      await Promise.all([warnEarly({ database }), warnEarly({ database })]);
      expect(await said(clock, order)).toEqual(all(clock).slice(0, count));
    }
  });

  test('tells all of it late when no worker ran, and never twice', async () => {
    const order = await waiting[clock]();
    await passMinutes(minutes * 3);
    await warnEarly({ database });
    await warnEarly({ database });
    // What ends by itself is over: that it was about to be helps nobody any more.
    expect(await said(clock, order)).toEqual(all(clock).slice(endsItself(clock) ? 2 : 0));
  });
});

test('what has ended is not told, and a wait that comes again is told again', async () => {
  const order = await paidOrder();
  await order.tell('risk_flagged', { reason: 'operator' });
  await passMinutes(24 * 60);
  await order.tell('hold_cleared', { assessment: clear });
  await warnEarly({ database });
  expect(await said('hold', order)).toEqual([]);
  for (const round of [1, 2]) {
    await order.tell('risk_flagged', { reason: 'operator' });
    await passMinutes(13 * 60);
    await warnEarly({ database });
    await order.tell('hold_cleared', { assessment: clear });
    expect(await said('hold', order)).toHaveLength(round);
  }
});

describe('a request that nobody answers', () => {
  const alertsOf = (id: number) =>
    database.many<{ kind: string; times: number }>(
      sql`select kind, times from operator_alerts where facts ->> 'subject' = ${String(id)} and facts ->> 'clock' = 'request' order by id`,
    );
  const answer = (id: number, word: 'approve' | 'reject') =>
    runCommand(typedBy('ben', { database }), word, [String(id)]);

  test('lapses after a day: nothing is done, and no yes counts any more', async () => {
    const id = await askAs(database, unfreezing);
    await passMinutes(24 * 60 - 1);
    await warnEarly({ database });
    expect(await findRequest(database, id)).toMatchObject({ status: 'waiting' });
    await passMinutes(2);
    await Promise.all([warnEarly({ database }), warnEarly({ database })]);
    expect(await findRequest(database, id)).toMatchObject({ status: 'refused', result: LAPSED });
    expect((await alertsOf(id)).at(-1)).toEqual({ kind: 'request_lapsed', times: 1 });
    await expect(answer(id, 'approve')).rejects.toThrow('does not wait');
  });

  test('is over by the yes too, where no worker has looked', async () => {
    const id = await askAs(database, unfreezing);
    await passMinutes(24 * 60 + 1);
    await expect(answer(id, 'approve')).rejects.toThrow('too long ago');
    await warnEarly({ database });
    expect(await findRequest(database, id)).toMatchObject({
      status: 'refused',
      result: expect.stringContaining('expired'),
    });
  });

  test('does not lapse once it was answered', async () => {
    const id = await askAs(database, unfreezing);
    await answer(id, 'reject');
    await passMinutes(25 * 60);
    await warnEarly({ database });
    expect(await findRequest(database, id)).toMatchObject({ status: 'rejected' });
    expect(await alertsOf(id)).toEqual([]);
  });
});

test('a warning is settled once its wait has ended, and not before', async () => {
  const order = await paidOrder();
  await order.tell('risk_flagged', { reason: 'operator' });
  await passMinutes(13 * 60);
  const open = async () => {
    await warnEarly({ database });
    const rows = await database.many<{ kind: string }>(
      sql`select kind from operator_alerts where order_id = ${order.id} and settled_at is null and facts ->> 'clock' = 'hold'`,
    );
    return rows.map(({ kind }) => kind);
  };
  expect(await open()).toEqual(['time_running_out']);
  expect(await open()).toEqual(['time_running_out']);
  await order.tell('hold_cleared', { assessment: clear });
  expect(await open()).toEqual([]);
});

test('more than one round finds are all told', async () => {
  for (let count = 0; count < 120; count += 1) await unallocated();
  await passMinutes(24 * 60);
  await warnEarly({ database });
  const told = await database.one<{ count: number }>(sql`
    select count(distinct facts ->> 'subject')::int as count from operator_alerts where facts ->> 'clock' = 'unallocated'`);
  expect(told.count).toBeGreaterThanOrEqual(120);
});

test('what waits is listed with the time that is left', async () => {
  const order = await paidOrder();
  await order.tell('risk_flagged', { reason: 'operator' });
  const [own, ...others] = await waitingOfOrders(database, [order.id]);
  expect(others).toEqual([]);
  expect(own).toMatchObject({ clock: 'hold', subject: order.orderNo, orderId: order.id });
  const now = await database.now();
  expect(own && timeLeft(own.until, now)).toMatch(/^23 h 59 min$/);
  expect(own && timeLeft(own.until, new Date(now.getTime() + 25 * 60 * MINUTE_MS))).toMatch(/^over since 1 h 0 min$/);
  const ends = (await listWaiting(database, 1_000)).map(({ until }) => until.getTime());
  expect(ends).toEqual(ends.toSorted((a, b) => a - b));
});
