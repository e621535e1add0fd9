import { randomUUID } from 'node:crypto';
import { type Amount, createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import type { BalanceLine, PayoutState } from '../../providers/card/balanceLine.ts';
import type { CardDispute } from '../../providers/card/cardPort.ts';
import { openSubmittedOrders, type SubmittedOrder } from '../../purchase/payment/submittedOrder.testing.ts';
import { createTestBank } from '../../purchase/refund/testBank.testing.ts';
import { bookLines } from './bookLines.ts';
import { collectLines } from './collectLines.ts';
import { settlePayouts } from './settlePayouts.ts';
import { updateAcquirerPayouts } from './updateAcquirerPayouts.ts';

const orders = await openSubmittedOrders();
const log = createLog('silent');
const money = (code: string, units: bigint): Amount => createAmount(fiatAsset(code), units);
const eur = (units: bigint) => money('EUR', units);
const DAY_MS = 86_400_000;
const day = (offset = 0) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

function createLine(some: Partial<BalanceLine> & Pick<BalanceLine, 'kind' | 'amount'>): BalanceLine {
  const { asset } = some.amount;
  return {
    lineId: `txn_${randomUUID()}`,
    vendorType: some.kind,
    fee: createAmount(asset, 0n),
    subjectId: '',
    bookedAt: new Date(),
    ...some,
  };
}

/** Reads and books the acquirer's account, as a worker's rounds do. */
async function runRound({ orderId, acquirer: { card } }: SubmittedOrder): Promise<void> {
  const context = { database: orders.database, card: { ...card, id: `fake_${orderId}` }, log };
  await collectLines(context);
  await bookLines(context);
  await settlePayouts(context);
  await updateAcquirerPayouts(context);
}

/** Returns the sums of all postings after a transaction, by account and currency, in minor units. */
async function sumPostingsSince(id: number, digits = 6) {
  const rows = await orders.database.many<{ account: string; asset: string; units: bigint }>(sql`
    select account, asset, sum(units) as units from ledger_postings where transaction_id > ${id}
    group by account, asset having sum(units) <> 0 order by account, asset`);
  return Object.fromEntries(
    rows.map(({ account, asset, units }) => [`${account} ${asset.slice(-3)}`, units / 10n ** BigInt(digits)]),
  );
}

async function findLastTransaction(): Promise<number> {
  const { id } = await orders.database.one<{ id: number }>(
    sql`select coalesce(max(id), 0) as id from ledger_transactions`,
  );
  return id;
}

const listAlerts = (kind: string, text: string) =>
  orders.database.many<{ facts: Record<string, unknown> }>(
    sql`select facts from operator_alerts where kind = ${kind} and facts::text like ${`%${text}%`}`,
  );

async function readStatus({ lineId }: BalanceLine): Promise<string> {
  const { status } = await orders.database.one<{ status: string }>(
    sql`select distinct status from acquirer_lines where id = ${lineId}`,
  );
  return status;
}

async function createCapturedOrder(fee: Amount): Promise<SubmittedOrder> {
  const order = await orders.submittedOrder();
  await order.payment.authorize();
  const payment = order.acquirer.payments.get(order.paymentId);
  if (payment) order.acquirer.payments.set(order.paymentId, { ...payment, acquirerFee: fee });
  await order.payment.capture();
  await order.receiveEvent('payment.charge.updated', order.paymentId);
  return order;
}

describe('a balance line of an order', () => {
  test('is matched by its payment and not posted again', async () => {
    const order = await createCapturedOrder(eur(175n));
    const charge = createLine({ kind: 'charge', amount: eur(10_000n), fee: eur(175n), subjectId: order.paymentId });
    order.acquirer.lines.push(charge);
    const before = await findLastTransaction();
    await runRound(order);
    expect(await sumPostingsSince(before)).toEqual({});
    expect(await readStatus(charge)).toBe('recognised');
  });

  test('that differs from the ledger raises one alert with both sums, and is not posted', async () => {
    const order = await createCapturedOrder(eur(175n));
    const bookedAt = new Date(Date.now() - 2 * 3_600_000);
    await orders.database.run(sql`update orders set created_at = ${bookedAt} where id = ${order.orderId}`);
    const charge = createLine({
      kind: 'charge',
      amount: eur(9_000n),
      fee: eur(175n),
      subjectId: order.paymentId,
      bookedAt,
    });
    order.acquirer.lines.push(charge);
    const before = await findLastTransaction();
    await runRound(order);
    await bookLines({ database: orders.database, log });
    expect(await sumPostingsSince(before)).toEqual({});
    expect(await readStatus(charge)).toBe('new');
    expect(await listAlerts('acquirer_differs', order.paymentId)).toMatchObject([
      { facts: { acquirer: '88.25000000 EUR', ledger: '98.25000000 EUR' } },
    ]);
  });

  test('in the account’s settlement currency posts the conversion of the order’s amount', async () => {
    const order = await createCapturedOrder(money('USD', 190n));
    const charge = createLine({
      kind: 'charge',
      amount: money('USD', 10_800n),
      fee: money('USD', 190n),
      subjectId: order.paymentId,
    });
    order.acquirer.lines.push(charge);
    const before = await findLastTransaction();
    await runRound(order);
    expect(await sumPostingsSince(before)).toEqual({
      'asset:acquirer EUR': -10_000n,
      'asset:acquirer USD': 10_800n,
      'fx EUR': 10_000n,
      'fx USD': -10_800n,
    });
    await bookLines({ database: orders.database, log });
    expect((await sumPostingsSince(before))['fx EUR']).toBe(10_000n);
    expect(await readStatus(charge)).toBe('recognised');
  });

  test('of a settled refund is matched', async () => {
    const order = await createCapturedOrder(eur(175n));
    await order.apply('conversion_failed', { reason: 'market_closed' });
    await order.refund.submit();
    const [refund] = order.acquirer.refunds.values();
    const back = createLine({ kind: 'refund', amount: eur(-10_000n), subjectId: refund?.refundId ?? '' });
    order.acquirer.lines.push(back);
    const before = await findLastTransaction();
    await runRound(order);
    expect(await readStatus(back)).toBe('recognised');
    expect(await sumPostingsSince(before)).toEqual({});
  });

  test('of a dashboard refund is matched', async () => {
    const order = await createCapturedOrder(eur(175n));
    const refundId = `re_${randomUUID()}`;
    const { paymentId } = order;
    const made = { refundId, paymentId, reference: '', orderNo: '', amount: eur(4_000n), status: 'settled' } as const;
    order.acquirer.refunds.set(refundId, made);
    await order.receiveEvent('refund.created', refundId);
    const back = createLine({ kind: 'refund', amount: eur(-4_000n), subjectId: refundId });
    order.acquirer.lines.push(back);
    const before = await findLastTransaction();
    await runRound(order);
    expect(await readStatus(back)).toBe('recognised');
    expect(await sumPostingsSince(before)).toEqual({});
  });

  test('of a dispute with its fee is matched, and so is its reversal', async () => {
    const order = await createCapturedOrder(eur(175n));
    const disputeId = `du_${randomUUID()}`;
    const dispute: CardDispute = {
      disputeId,
      paymentId: order.paymentId,
      status: 'open',
      amount: eur(4_000n),
      withdrawn: eur(4_000n),
      fee: eur(2_000n),
      reason: 'fraudulent',
      openedAt: new Date(),
      isAnswered: false,
      answerNeedsConsent: false,
    };
    order.acquirer.disputes.set(disputeId, dispute);
    await order.receiveEvent('dispute.created', disputeId);
    const taken = createLine({ kind: 'dispute', amount: eur(-4_000n), fee: eur(2_000n), subjectId: disputeId });
    // A counter-evidence fee has a separate line, which no order posts.
    const countered = createLine({ kind: 'fee', amount: eur(-2_000n), subjectId: disputeId });
    order.acquirer.lines.push(taken, countered);
    const before = await findLastTransaction();
    await runRound(order);
    expect(await readStatus(taken)).toBe('recognised');
    expect(await sumPostingsSince(before)).toEqual({ 'asset:acquirer EUR': -2_000n, 'expense:acquirer EUR': 2_000n });
    order.acquirer.disputes.set(disputeId, { ...dispute, status: 'won', withdrawn: eur(0n) });
    await order.receiveEvent('dispute.closed', disputeId);
    const back = createLine({ kind: 'dispute_reversed', amount: eur(4_000n), subjectId: disputeId });
    order.acquirer.lines.push(back);
    await runRound(order);
    expect(await readStatus(back)).toBe('recognised');
  });

  test('that its order has not recorded yet waits without an alert', async () => {
    const order = await createCapturedOrder(eur(175n));
    const back = createLine({ kind: 'refund', amount: eur(-10_000n), subjectId: `re_${randomUUID()}` });
    order.acquirer.lines.push(back);
    await runRound(order);
    expect(await readStatus(back)).toBe('new');
    expect(await listAlerts('acquirer_differs', back.subjectId)).toEqual([]);
  });
});

describe('a balance line without an order', () => {
  test('is posted once: a payout, its failure, and a fee', async () => {
    const order = await orders.submittedOrder();
    const { lines } = order.acquirer;
    const payout = { payoutId: 'po_1', arrivesOn: day(), descriptor: 'SHOP' };
    lines.push(createLine({ kind: 'payout', amount: eur(-5_000n), subjectId: 'po_1', payout }));
    lines.push(createLine({ kind: 'fee', amount: eur(-250n) }));
    const before = await findLastTransaction();
    await runRound(order);
    const sent = { 'asset:acquirer EUR': -5_250n, 'asset:transit EUR': 5_000n, 'expense:acquirer EUR': 250n };
    expect(await sumPostingsSince(before)).toEqual(sent);
    await bookLines({ database: orders.database, log });
    expect(await sumPostingsSince(before)).toEqual(sent);
    lines.splice(0, 2, createLine({ kind: 'payout_failed', amount: eur(5_000n), subjectId: 'po_1' }));
    await runRound(order);
    expect(await sumPostingsSince(before)).toEqual({ 'asset:acquirer EUR': -250n, 'expense:acquirer EUR': 250n });
  });

  test('of an unknown type is set aside with an alert, and not posted', async () => {
    const order = await orders.submittedOrder();
    const reserve = createLine({ kind: 'other', vendorType: 'reserve_hold', amount: eur(-300n) });
    order.acquirer.lines.push(reserve);
    const before = await findLastTransaction();
    await runRound(order);
    expect(await sumPostingsSince(before)).toEqual({});
    expect(await readStatus(reserve)).toBe('aside');
    expect(await listAlerts('acquirer_line', reserve.lineId)).toMatchObject([
      { facts: { type: 'reserve_hold', amount: '-3.00 EUR' } },
    ]);
  });
});

describe('an acquirer’s payout to the bank', () => {
  async function createPayout(units: bigint, descriptor = 'SHOP 4711') {
    const order = await orders.submittedOrder();
    const id = `po_${randomUUID()}`;
    const payout = { payoutId: id, arrivesOn: day(), descriptor };
    order.acquirer.lines.push(createLine({ kind: 'payout', amount: eur(-units), subjectId: id, payout }));
    await runRound(order);
    return id;
  }
  const createBank = () => createTestBank(orders.database);
  const settle = () => settlePayouts({ database: orders.database });

  test('is matched by amount, day and text, and leaves the transit account', async () => {
    await createPayout(7_001n);
    const before = await findLastTransaction();
    await createBank().deliverBookings({ amount: eur(7_001n), bookedOn: day(1), remittance: 'SHOP-4711 SETTLEMENT' });
    await settle();
    await settle();
    expect(await sumPostingsSince(before)).toEqual({ 'asset:bank EUR': 7_001n, 'asset:transit EUR': -7_001n });
  });

  test.each([
    ['another amount', { amount: eur(7_003n) }],
    ['another day', { bookedOn: day(30) }],
    ['another text', { remittance: 'RENT' }],
    ['the direction of a debit', { direction: 'debit' as const }],
  ])('is not matched to a booking with %s', async (_what, other) => {
    await createPayout(7_002n);
    const before = await findLastTransaction();
    await createBank().deliverBookings({ amount: eur(7_002n), bookedOn: day(1), remittance: 'SHOP 4711', ...other });
    await settle();
    expect((await sumPostingsSince(before))['asset:transit EUR']).toBeUndefined();
  });

  test('that matches two bookings raises an alert', async () => {
    const id = await createPayout(7_004n);
    const before = await findLastTransaction();
    const twin = { amount: eur(7_004n), bookedOn: day(1), remittance: 'SHOP 4711' };
    await createBank().deliverBookings({ ...twin, reference: 'A' }, { ...twin, reference: 'B' });
    await settle();
    expect((await sumPostingsSince(before))['asset:transit EUR']).toBeUndefined();
    expect(await listAlerts('acquirer_payout', id)).toMatchObject([{ facts: { why: 'several_bookings' } }]);
  });

  test('that does not arrive raises an alert', async () => {
    const id = await createPayout(7_005n);
    await orders.database.run(sql`update acquirer_lines set arrives_on = ${day(-9)} where subject = ${id}`);
    await settle();
    await settle();
    expect(await listAlerts('acquirer_payout', id)).toMatchObject([{ facts: { why: 'late', amount: '70.05 EUR' } }]);
  });
});

describe('the lines of an acquirer’s payout', () => {
  type Payout = Partial<PayoutState> & { readonly lines?: readonly BalanceLine[] };

  /** Creates a payout whose line is in the account, with the acquirer's answer about it. */
  async function createPayout({ lines = [], ...some }: Payout = {}) {
    const order = await orders.submittedOrder();
    const payoutId = `po_${randomUUID()}`;
    const own = { payoutId, arrivesOn: day(2), descriptor: '' };
    const state: PayoutState = { ...own, status: 'in_transit', amount: eur(5_000n), itemization: 'complete', ...some };
    const payout = createLine({ kind: 'payout', amount: eur(-5_000n), subjectId: payoutId, payout: own });
    order.acquirer.lines.push(...lines, payout);
    order.acquirer.payouts.set(payoutId, { state, lines: [payout, ...lines] });
    const setAnswer = (change: Partial<PayoutState>, then = lines) =>
      order.acquirer.payouts.set(payoutId, { state: { ...state, ...change }, lines: then });
    return { order, payoutId, answers: setAnswer };
  }
  const readPayout = (payoutId: string) =>
    orders.database.one<Record<string, unknown>>(sql`
      select status, itemization, itemized_at is not null as itemized, earlier_lines as lines, earlier_units::text as units
      from acquirer_payouts where id = ${payoutId}`);
  const readLines = async (payoutId: string) => {
    const rows = await orders.database.many<{ id: string }>(
      sql`select id from acquirer_lines where payout = ${payoutId} order by id`,
    );
    return rows.map(({ id }) => id);
  };
  const backdateReading = (payoutId: string) =>
    orders.database.run(sql`update acquirer_payouts set read_at = read_at - interval '1 hour' where id = ${payoutId}`);
  const createFeeLines = (count: number) =>
    Array.from({ length: count }, () => createLine({ kind: 'fee', amount: eur(-1n) }));

  test('are recorded from all pages, without the payout’s own line', async () => {
    const lines = createFeeLines(5);
    const { order, payoutId } = await createPayout({ lines });
    await runRound(order);
    expect(await readLines(payoutId)).toEqual(lines.map(({ lineId }) => lineId).toSorted());
    expect(await readPayout(payoutId)).toEqual({
      status: 'in_transit',
      itemization: 'complete',
      itemized: true,
      lines: 0,
      units: '0',
    });
  });

  test('are recorded by a later reading once the acquirer can list them', async () => {
    const lines = createFeeLines(1);
    const { order, payoutId, answers } = await createPayout({ lines, itemization: 'pending' });
    await runRound(order);
    expect(await readLines(payoutId)).toEqual([]);
    answers({ itemization: 'complete' });
    await runRound(order);
    expect(await readLines(payoutId)).toEqual([lines[0]?.lineId]);
  });

  test('are recorded before the payout is paid; the payout’s status is updated later', async () => {
    const { order, payoutId, answers } = await createPayout({ lines: createFeeLines(1) });
    await runRound(order);
    answers({ status: 'paid' });
    await runRound(order);
    expect(await readPayout(payoutId)).toMatchObject({ status: 'in_transit' });
    await backdateReading(payoutId);
    await runRound(order);
    expect(await readPayout(payoutId)).toMatchObject({ status: 'paid', itemized: true });
  });

  test('are not requested for a payout that was requested by amount', async () => {
    const lines = createFeeLines(1);
    const { order, payoutId } = await createPayout({ lines, itemization: 'never' });
    await runRound(order);
    expect(await readPayout(payoutId)).toMatchObject({ itemization: 'never', itemized: false });
    expect(await readLines(payoutId)).toEqual([]);
  });

  test('from before the first order are counted but not recorded', async () => {
    const long = new Date('2020-01-01');
    const early = [
      createLine({ kind: 'charge', amount: eur(900n), fee: eur(20n), bookedAt: long }),
      createLine({ kind: 'refund', amount: eur(-100n), bookedAt: long }),
    ];
    const lines = createFeeLines(1);
    const { order, payoutId, answers } = await createPayout({ lines });
    answers({}, [...lines, ...early]);
    await runRound(order);
    expect(await readPayout(payoutId)).toMatchObject({ itemized: true, lines: 2, units: '780' });
    expect(await readLines(payoutId)).toEqual([lines[0]?.lineId]);
  });

  test('that the account has not reported yet are recorded in a later round', async () => {
    const [known, later] = createFeeLines(2);
    if (!known || !later) throw new Error('no lines');
    const { order, payoutId, answers } = await createPayout({ lines: [known] });
    answers({}, [known, later]);
    await runRound(order);
    expect(await readPayout(payoutId)).toMatchObject({ itemized: false });
    order.acquirer.lines.push(later);
    await runRound(order);
    expect(await readLines(payoutId)).toEqual([known.lineId, later.lineId].toSorted());
  });

  test('stay with their first payout', async () => {
    const lines = createFeeLines(2);
    const { order, payoutId } = await createPayout({ lines });
    await runRound(order);
    const other = await createPayout();
    other.answers({}, lines);
    await runRound({ ...other.order, orderId: order.orderId });
    expect(await readLines(other.payoutId)).toEqual([]);
    expect(await readLines(payoutId)).toHaveLength(2);
  });

  test('stay recorded when the payout fails after it was paid', async () => {
    const lines = createFeeLines(1);
    const { order, payoutId, answers } = await createPayout({ lines, status: 'paid' });
    await runRound(order);
    answers({ status: 'failed' }, []);
    await backdateReading(payoutId);
    await runRound(order);
    expect(await readPayout(payoutId), 'the account has not got the money back').toMatchObject({ status: 'paid' });
    order.acquirer.lines.push(createLine({ kind: 'payout_failed', amount: eur(5_000n), subjectId: payoutId }));
    await runRound(order);
    expect(await readPayout(payoutId)).toMatchObject({ status: 'failed', itemized: true });
    expect(await readLines(payoutId)).toHaveLength(1);
  });
});
