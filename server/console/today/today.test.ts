import sql from 'sql-template-tag';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type AlertKind, raiseAlert } from '../../notification/alertStore.ts';
import { workDeadlines } from '../../operator/deadlines/workDeadlines.ts';
import { moveClockOffMidnight } from '../../platform/database/moveClockOffMidnight.testing.ts';
import { happyPath } from '../../purchase/order/orderMachineHarness.testing.ts';
import { waitReasons } from '../../purchase/order/stepRunner/conclusion.ts';
import { createEventApplier, storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { refundDoubts } from '../../purchase/refund/refundBookingRules.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;

const refused = (key: string) => expect.objectContaining({ key });

async function logInAs(name: string) {
  const person = world.createVisitor(name);
  await person.logIn();
  return person;
}

const vera = await logInAs('vera');
const tess = await logInAs('tess');

/** Creates an order that was paid by card and put on hold, with postings. */
async function storeHeldOrder(): Promise<string> {
  const { id, orderNo } = await storeOrder(database);
  const apply = createEventApplier(database, id);
  const payment = { attemptId: 'att_1', paymentId: `pi_${id}`, units: 10_000n };
  await apply('payment_submitted', { attemptId: 'att_1' });
  await apply('payment_authorized', {
    ...payment,
    captureBefore: null,
    assessment: { risk: 'clear', identity: 'accepted' },
  });
  await apply('payment_captured', { ...payment, acquirerFeeUnits: null });
  await apply('risk_flagged', { reason: 'operator' });
  return orderNo;
}

async function storeUnmatchedPayment(id: string): Promise<void> {
  await database.run(sql`
    insert into bank_statements (hash, name, imported_by, imported_at, entries)
    values (decode(md5(${id}), 'hex'), ${id}, 'test', slipway_now(), 0)`);
  await database.run(sql`
    insert into bank_entries (id, statement_hash, account, direction, reversal, currency, units, booked_on, end_to_end_id,
      status, created_at)
    values (${id}, decode(md5(${id}), 'hex'), 'DE75512108001245126199', 'credit', false, 'EUR', 50000, current_date, '',
      'unallocated', slipway_now() - interval '20 hours')`);
}

async function storeDispute(id: string, orderNo: string, dueInHours: number): Promise<void> {
  await database.run(sql`
    insert into disputes (id, order_id, payment_id, status, reason, units, opened_at, due_at, answered, requested_at, updated_at)
    select ${id}, id, 'pi', 'open', 'fraudulent', 10000, slipway_now(),
      slipway_now() + ${dueInHours}::int * interval '1 hour', false, slipway_now(), slipway_now()
    from orders where order_no = ${orderNo}`);
}

async function storeDifference(): Promise<number> {
  await database.run(sql`
    insert into reconciliation_places (place, begun_at, read_at) values ('bank', clock_timestamp(), clock_timestamp())`);
  const { id } = await database.one<{ id: number }>(sql`
    insert into reconciliation_differences (place, account, asset, state, units, rest_units, units_without_rows, rows, opened_at, last_seen_at)
    values ('bank', 'asset:bank', 'iso4217:EUR', 'open', 200000000, 0, 0,
      '[{"id":"b1","fault":"missing_here","here":"0","there":"200000000","overdue":true,"firstSeen":"2026-01-01T00:00:00Z"}]',
      clock_timestamp(), clock_timestamp()) returning id::int as id`);
  return id;
}

let heldOrderNo: string;
let differenceId: number;

/** Creates one of everything that needs attention. Tests remove what they add. */
beforeAll(async () => {
  heldOrderNo = await storeHeldOrder();
  await storeUnmatchedPayment('loose_1');
  await storeDispute('dp_near', heldOrderNo, 2);
  await storeDispute('dp_far', heldOrderNo, 90);
  differenceId = await storeDifference();
  await raiseAlert(database, { key: 'stale', orderId: null, kind: 'sanctions_list_stale', facts: {} });
  await tess.requestAction('freeze', { action: 'freeze', subject: heldOrderNo });
});

describe('an installation without work', async () => {
  const empty = await openConsoleWorld();

  test('shows that nothing needs attention', async () => {
    const visitor = empty.createVisitor('vera');
    await visitor.logIn();
    const page = await visitor.call('today', {});
    expect(page.needs).toEqual({ all: 0, mine: 0, unassigned: 0 });
    expect([page.queue, page.nearest, page.nextClock]).toEqual([[], null, null]);
    expect(page.motion.orders).toBe(0);
  });
});

describe('the work queue', () => {
  test('lists all work with the nearest deadline first, and work without one last', async () => {
    const orderNo = heldOrderNo;
    const id = differenceId;
    const { queue, needs, nearest, nextClock } = await vera.call('today', {});
    expect(queue.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
      'dispute dp_near',
      'unallocated loose_1',
      `hold ${orderNo}`,
      'dispute dp_far',
      `difference ${id}`,
      expect.stringMatching(/^alert \d+$/),
    ]);
    expect(needs).toEqual({ all: 6, mine: 0, unassigned: 6 });
    expect(nearest?.until).toBe(queue[0]?.clock.until);
    expect(nextClock).toBe(queue[1]?.clock.until);
    for (const { clock } of queue) expect(clock.otherwise).not.toBe('');
    const hold = queue.find(({ kind }) => kind === 'hold');
    expect(Date.parse(hold?.clock.until ?? '') - Date.parse(hold?.clock.since ?? '')).toBe(
      workDeadlines.hold.allowedMs,
    );
    expect(hold).toMatchObject({
      cause: 'Held by an operator',
      amount: { amount: '100.00', unit: 'EUR' },
      amountSays: 'on hold',
    });
  });

  test('counts what is overdue, and announces the next deadline that has not passed', async () => {
    const before = await vera.call('today', {});
    expect(before.late).toBe(0);
    const age = (hours: number) =>
      database.run(
        sql`update bank_entries set created_at = created_at - ${hours} * interval '1 hour' where id = 'loose_1'`,
      );
    onTestFinished(async () => void (await age(-24)));
    await age(24);
    const { queue, late, nearest } = await vera.call('today', {});
    expect(late).toBe(1);
    expect(queue[0]?.subject).toBe('loose_1');
    expect(nearest).toEqual(queue[1]?.clock);
  });

  test('lists an item that halts payouts before everything with a deadline', async () => {
    onTestFinished(async () => void (await database.run(sql`delete from halts`)));
    await database.run(sql`
      insert into halts (scope, reason, since)
      values ('payout:iso4217:EUR', ${`difference:${differenceId}`}, slipway_now())`);
    const { queue } = await vera.call('today', {});
    expect(queue[0]).toMatchObject({ kind: 'difference', subject: String(differenceId), halted: true });
  });

  test('adds an alert to the item it is about, without a second entry', async () => {
    const { queue } = await vera.call('today', {});
    const hold = queue.find(({ kind }) => kind === 'hold');
    const { id } = await database.one<{ id: number }>(
      sql`select id::int as id from orders where order_no = ${hold?.subject}`,
    );
    onTestFinished(async () => void (await database.run(sql`delete from operator_alerts where key = 'about it'`)));
    await raiseAlert(database, { key: 'about it', orderId: id, kind: 'order', facts: {} });
    const again = await vera.call('today', {});
    expect(again.queue).toHaveLength(queue.length);
    expect(again.queue.find(({ kind }) => kind === 'hold')?.alerts).toHaveLength((hold?.alerts.length ?? 0) + 1);
  });

  test('shows who has taken an item, and filters by person', async () => {
    const { queue } = await vera.call('today', {});
    const hold = queue.find(({ kind }) => kind === 'hold');
    onTestFinished(async () => void (await database.run(sql`delete from console_assignments`)));
    await database.run(sql`
      insert into console_assignments (about, subject, person, taken_at) values ('order', ${hold?.subject}, 'tess', slipway_now())`);
    const mine = await tess.call('today', { assignee: 'mine' });
    expect(mine.queue.map(({ subject }) => subject)).toEqual([hold?.subject]);
    expect(mine.needs).toEqual({ all: queue.length, mine: 1, unassigned: queue.length - 1 });
    const unassigned = await vera.call('today', { assignee: 'unassigned' });
    expect(unassigned.queue).toHaveLength(queue.length - 1);
  });

  test('contains and counts requests that await a second approval, with the requester', async () => {
    const before = (await vera.call('today', {})).needs.all;
    const { subject = '' } = (await vera.call('today', {})).queue.find(({ kind }) => kind === 'difference') ?? {};
    const input = { units: '200000000', rows: '' };
    onTestFinished(
      async () => void (await database.run(sql`delete from operator_requests where action = 'accept-difference'`)),
    );
    await tess.requestAction(
      'accept-difference',
      { action: 'accept-difference', subject, input },
      'the bank has confirmed it',
    );
    const { queue } = await vera.call('today', {});
    expect(queue).toHaveLength(before + 1);
    expect(queue.find(({ kind }) => kind === 'request')).toMatchObject({
      detail: 'Requested by tess: the bank has confirmed it',
      clock: { until: expect.any(String), otherwise: 'the request lapses, and nothing is done' },
    });
    const counts = await vera.call('counts', {});
    expect(counts).toMatchObject({ today: before + 1, reviews: 4, treasury: 1, reconciliation: 1, requests: 1 });
    const treasury = await vera.call('treasury', {});
    expect(treasury.requests[0]?.mayAnswer).toContain('tom');
    expect(treasury.requests[0]?.mayAnswer).not.toContain('tess');
  });
});

test('shows the money of open orders by stage', async () => {
  const { motion } = await vera.call('today', {});
  const onHold = motion.stages.find(({ stage }) => stage === 'on_hold');
  expect(onHold).toMatchObject({ orders: 1, worth: { sum: { amount: '100.00', unit: 'EUR' }, unpriced: [] } });
  expect(motion.unplaced).toEqual([]);
});

describe('system health', () => {
  test('shows how the steps of the last hour ended, and unknown without any', async () => {
    const { id } = await storeOrder(database);
    const step = (outcome: string, minutesAgo: number, milliseconds: number) =>
      database.run(sql`
        insert into order_steps (order_id, step, subject, try, outcome, message, conclusion, milliseconds, first_at, at)
        values (${id}, 'start_conversion', '', 1, ${outcome}, '', '', ${milliseconds}, slipway_now(),
          slipway_now() - ${minutesAgo}::int * interval '1 minute')`);
    await step('ok', 31, 240);
    await step('ok', 1, 260);
    await step('unavailable', 1, 9_000);
    await step('unavailable', 1, 9_000);
    await step('unavailable', 61, 9_000);
    const { health } = await vera.call('today', {});
    const venue = health.find(({ name }) => name === 'Venue');
    expect(venue?.state).toBe('bad');
    expect(venue?.summary).toBe('260 ms, 2 of 4 unanswered');
    expect(venue?.strip.filter((state) => state !== 'none')).toEqual(['good', 'bad']);
    expect(health.find(({ name }) => name === 'Verifier')).toMatchObject({
      state: 'unknown',
      summary: 'no requests',
    });
    expect(health.find(({ name }) => name === 'Price feeds')).toMatchObject({ state: 'unknown' });
    expect(health.find(({ name }) => name === 'Signer')?.state).toBe('unknown');
  });
});

describe('reconciliation', () => {
  test('shows both balances, and offers the person’s actions with their approvers', async () => {
    const [page, own] = await Promise.all([vera.call('reconciliation', {}), tess.call('reconciliation', {})]);
    expect(page.places[0]).toMatchObject({
      place: 'bank',
      lines: [{ unit: 'EUR', ledger: '0.00', theirs: '2.00', difference: '2.00', state: 'open', halted: false }],
    });
    const actions = page.differences[0]?.actions ?? [];
    expect(actions.map(({ kind, offer: { allowed } }) => `${kind} ${allowed}`)).toEqual([
      'outcome false',
      'wait false',
      'accept false',
    ]);
    expect(actions[0]?.offer.why).toBe('Requires the treasurer role.');
    const accept = own.differences[0]?.actions.at(-1)?.offer;
    expect(accept).toMatchObject({ allowed: true, needsSecondApproval: true, subject: String(own.differences[0]?.id) });
    expect(accept?.approvers).toEqual(expect.arrayContaining(['cleo', 'tom']));
    expect(accept?.approvers).not.toContain('tess');
  });

  test('is requested once, and a second request returns the same run', async () => {
    const { run } = await vera.call('checkNow', {});
    expect(await tess.call('checkNow', {})).toEqual({ run });
    expect((await vera.call('reconciliation', {})).running).toBe(true);
  });
});

describe('an alert', () => {
  test('can be acknowledged by a person with the right, if it is a waking alert and not assigned yet', async () => {
    const [alert] = (await vera.call('today', {})).queue.filter(({ kind }) => kind === 'alert');
    const id = Number(alert?.subject);
    const before = await tess.call('alert', { id });
    expect(before.actions.find(({ act }) => act === 'seen')).toMatchObject({ allowed: false });
    onTestFinished(async () => void (await database.run(sql`delete from alert_watches`)));
    await database.run(sql`insert into alert_watches (alert_id, due_at) values (${id}, slipway_now())`);
    const [theirs, own] = await Promise.all([vera.call('alert', { id }), tess.call('alert', { id })]);
    expect(theirs.actions.map(({ allowed }) => allowed)).toEqual([false, false, false, false]);
    expect(own.actions.find(({ act }) => act === 'seen')).toMatchObject({ allowed: true, input: { round: '1' } });
    expect(own.onDuty).toContain('sam');
    expect(own.onDuty).not.toContain('tess');
    await database.run(sql`
      update alert_watches set holder = 'tess', seen_at = slipway_now(), seen_times = 1, due_at = null where alert_id = ${id}`);
    const sam = await logInAs('sam');
    const [held, others] = await Promise.all([tess.call('alert', { id }), sam.call('alert', { id })]);
    expect([held, others].map(({ actions }) => actions[0]?.why)).toEqual([
      'It is assigned to you.',
      'It is assigned to tess.',
    ]);
    expect(others.actions[1]?.allowed).toBe(true);
  });

  test('about a doubted sanctions list lets compliance accept only that edition', async () => {
    const hash = 'a'.repeat(64);
    onTestFinished(async () => {
      await database.run(sql`delete from rejected_sanctions_lists`);
      await database.run(sql`delete from operator_alerts where key = 'doubted'`);
    });
    await database.run(sql`
      insert into rejected_sanctions_lists (source, hash, reason, facts, doubted_at) values ('ofac', ${hash}, 'shrunk', '{}', slipway_now())`);
    const facts = { source: 'ofac', hash };
    await raiseAlert(database, { key: 'doubted', orderId: null, kind: 'sanctions_list_doubted', facts });
    const { id } = await database.one<{ id: number }>(sql`select id::int from operator_alerts where key = 'doubted'`);
    const cleo = await logInAs('cleo');
    const findOffer = async (visitor: typeof cleo) =>
      (await visitor.call('alert', { id })).actions.find(({ action }) => action === 'accept-list');
    expect(await findOffer(tess)).toMatchObject({ allowed: false });
    const action = await findOffer(cleo);
    expect(action).toMatchObject({ allowed: true, needsSecondApproval: true, subject: 'ofac', input: { hash } });
    expect(
      await cleo.requestAction('accept-list', { action: 'accept-list', subject: 'ofac', input: { hash } }),
    ).toMatchObject({
      status: 'waiting',
    });
    expect((await cleo.call('alert', { id })).requests).toMatchObject([{ action: 'accept-list', subject: 'ofac' }]);
    await database.run(sql`update rejected_sanctions_lists set hash = ${'b'.repeat(64)}`);
    expect(await findOffer(cleo)).toMatchObject({ allowed: false });
  });

  test('shows its reason in words, and no missing fact', async () => {
    onTestFinished(async () => void (await database.run(sql`delete from operator_alerts where key like 'words%'`)));
    const readAlertFacts = async (key: string, kind: AlertKind, facts: Readonly<Record<string, unknown>>) => {
      await raiseAlert(database, { key, orderId: null, kind, facts });
      const { id } = await database.one<{ id: number }>(sql`select id::int from operator_alerts where key = ${key}`);
      const { facts: shownFacts } = await tess.call('alert', { id });
      return Object.fromEntries(shownFacts.map(({ name, value }) => [name, value]));
    };
    expect(await readAlertFacts('words 1', 'payouts_stopped', { network: 'ethereum', reason: 'over_limit' })).toEqual({
      Network: 'ethereum',
      Reason: waitReasons.signer_limit,
    });
    expect(
      await readAlertFacts('words 2', 'order', { status: 'on_hold', heldFrom: null, reason: 'name_listed' }),
    ).toEqual({
      Status: 'On hold',
      Reason: 'Possible sanctions match',
    });
    expect(await readAlertFacts('words 3', 'bank_entry', { entry: 'E1', reason: 'return_too_large' })).toEqual({
      Entry: 'E1',
      Reason: refundDoubts.return_too_large,
    });
  });

  test('that does not exist is not found', async () => {
    await expect(vera.call('alert', { id: 999_999 })).rejects.toEqual(refused('not_found'));
  });
});

test.each(['today', 'counts', 'treasury', 'reconciliation', 'checkNow'] as const)(
  '%s needs a session',
  async (name) => {
    await expect(world.createVisitor('vera').call(name, {})).rejects.toEqual(refused('console_left'));
  },
);

test('counts a delivery in the hour of the day at which it happened', async () => {
  await moveClockOffMidnight(database);
  onTestFinished(async () => void (await database.run(sql`update clock set offset_seconds = 0`)));
  const { id } = await storeOrder(database);
  for (const [event] of happyPath) {
    const { kind, facts } = event('key');
    await createEventApplier(database, id)(kind, facts as never);
  }
  const { at } = await database.one<{ at: Date }>(sql`
    select at from order_events where order_id = ${id} and to_status = 'delivered'`);
  const { day } = await vera.call('today', {});
  expect(day.orders).toBe(1);
  expect(day.delivered.sum.amount).toBe('100.00');
  expect(day.hours[at.getUTCHours()]?.delivered).toBe('100.00');
});
