import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { assert, bigInt, boolean, constantFrom, integer, property, record, uniqueArray } from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { BalanceLine, PayoutState } from '../../providers/card/balanceLine.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { createTestBank } from '../../purchase/refund/testBank.testing.ts';
import { insertLines } from '../../treasury/acquirer/acquirerLineStore.ts';
import { saveAcquirerPayout, saveItemization } from '../../treasury/acquirer/acquirerPayoutStore.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';
import { composeParts } from './acquirerPayouts.ts';

const world = await openConsoleWorld();
const { database } = world;
const vera = world.createVisitor('vera');
await vera.logIn();

const ACQUIRER = 'stripe';
const eur = (units: bigint) => createAmount(fiatAsset('EUR'), units);
const euros = (amount: string) => ({ amount, unit: 'EUR' });

type Line = Partial<BalanceLine> & Pick<BalanceLine, 'kind' | 'amount'>;

function createLine(line: Line): BalanceLine {
  return {
    lineId: `txn_${randomUUID()}`,
    vendorType: line.kind,
    fee: eur(0n),
    subjectId: '',
    bookedAt: new Date(),
    ...line,
  };
}

type PayoutFacts = Partial<PayoutState> & {
  readonly createdAt?: Date;
  readonly earlier?: { readonly lines: number; readonly units: bigint };
};

/** Stores a payout of 90.00 EUR with its lines; `report` is null if the acquirer was not queried for it yet. */
async function storePayout(lines: readonly BalanceLine[], report: PayoutFacts | null = {}) {
  const payoutId = `po_${randomUUID()}`;
  const payout = { payoutId, arrivesOn: '2026-11-23', descriptor: '' };
  const bookedAt = report?.createdAt ?? new Date();
  const own = createLine({ kind: 'payout', amount: eur(-9_000n), subjectId: payoutId, payout, bookedAt });
  await insertLines(database, ACQUIRER, [...lines, own]);
  if (report) {
    const state: PayoutState = {
      ...payout,
      status: 'in_transit',
      itemization: 'complete',
      amount: eur(9_000n),
      ...report,
    };
    await saveAcquirerPayout(database, ACQUIRER, state);
    if (state.itemization === 'complete')
      await database.transaction((transaction) =>
        saveItemization(transaction, {
          acquirer: ACQUIRER,
          payoutId,
          lineIds: lines.map(({ lineId }) => lineId),
          earlierLines: report.earlier?.lines ?? 0,
          earlierUnits: report.earlier?.units ?? 0n,
        }),
      );
  }
  return { payoutId, lineId: own.lineId };
}

/**
 * Creates an order with a payment, a refund made in the acquirer's dashboard, and a dispute, each by the acquirer's id.
 */
async function storePaidOrder() {
  const { id, orderNo } = await storeOrder(database);
  const [payment, refund, elsewhere, dispute] = ['pi', 're', 're', 'du'].map((kind) => `${kind}_${randomUUID()}`);
  if (!payment || !refund || !elsewhere || !dispute) throw new Error('no ids');
  await database.run(sql`
    insert into payment_attempts (id, order_id, submission_id, save_card, status, payment_id, created_at, updated_at)
    values (${`attempt_${payment}`}, ${id}, ${randomUUID()}, false, 'captured', ${payment}, slipway_now(), slipway_now())`);
  await database.run(sql`
    insert into external_refunds (acquirer_refund_id, order_id, payment_id, units, reported_at)
    values (${elsewhere}, ${id}, ${payment}, 100, slipway_now())`);
  await database.run(sql`
    insert into disputes (id, order_id, payment_id, status, reason, units, opened_at, answered, requested_at, updated_at)
    values (${dispute}, ${id}, ${payment}, 'lost', 'fraudulent', 100, slipway_now(), false, slipway_now(), slipway_now())`);
  return { orderNo, payment, elsewhere, dispute };
}

describe('an acquirer payout', () => {
  test('names the order of each charge, refund, dispute and fee, and adds up to the cent', async () => {
    const { orderNo, payment, elsewhere, dispute } = await storePaidOrder();
    const { payoutId } = await storePayout([
      createLine({ kind: 'charge', amount: eur(15_000n), fee: eur(250n), subjectId: payment }),
      createLine({ kind: 'refund', amount: eur(-1_000n), subjectId: elsewhere }),
      createLine({ kind: 'dispute', amount: eur(-2_000n), fee: eur(2_000n), subjectId: dispute }),
      createLine({ kind: 'fee', amount: eur(-500n), subjectId: dispute }),
      createLine({ kind: 'fee', amount: eur(-250n) }),
    ]);
    const shown = await vera.call('payout', { id: payoutId });
    expect(shown).toMatchObject({ amount: euros('90.00'), state: 'in_transit', itemization: 'itemized', lines: 5 });
    expect(shown.parts).toEqual([
      { part: 'charge', lines: 1, amount: euros('150.00') },
      { part: 'refund', lines: 1, amount: euros('-10.00') },
      { part: 'dispute', lines: 1, amount: euros('-20.00') },
      { part: 'fee', lines: 4, amount: euros('-30.00') },
    ]);
    expect(shown.difference).toEqual(euros('0.00'));
    const orderNosByPart = Object.fromEntries(
      shown.list.map(({ part, net, orderNo: of }) => [`${part} ${net.amount}`, of]),
    );
    expect(orderNosByPart).toEqual({
      'charge 147.50': orderNo,
      'refund -10.00': orderNo,
      'dispute -40.00': orderNo,
      'fee -5.00': orderNo,
      'fee -2.50': null,
    });
  });

  test('shows by how much it does not add up', async () => {
    const { payoutId } = await storePayout([createLine({ kind: 'charge', amount: eur(8_999n) })]);
    expect((await vera.call('payout', { id: payoutId })).difference).toEqual(euros('0.01'));
  });

  test('includes balance lines that are older than the first order', async () => {
    const line = createLine({ kind: 'charge', amount: eur(8_000n) });
    const { payoutId } = await storePayout([line], { earlier: { lines: 3, units: 1_000n } });
    const shown = await vera.call('payout', { id: payoutId });
    expect(shown.parts.at(-1)).toEqual({ part: 'earlier', lines: 3, amount: euros('10.00') });
    expect(shown).toMatchObject({ difference: euros('0.00'), lines: 4 });
  });

  test('shows no difference until its lines are recorded', async () => {
    const { payoutId } = await storePayout([], { itemization: 'pending' });
    const shown = await vera.call('payout', { id: payoutId });
    expect(shown).toMatchObject({ itemization: 'pending', difference: null, parts: [], list: [] });
  });

  test('is listed page by page, each line once', async () => {
    const { payoutId } = await storePayout(
      Array.from({ length: 51 }, () => createLine({ kind: 'fee', amount: eur(-1n), bookedAt: new Date('2026-11-20') })),
    );
    const first = await vera.call('payout', { id: payoutId });
    expect(first.list).toHaveLength(50);
    const second = await vera.call('payout', { id: payoutId, cursor: first.cursor ?? '' });
    expect(second).toMatchObject({ list: [{}], cursor: null, parts: first.parts });
    expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(51);
  });

  test('that does not exist is not found', async () => {
    await expect(vera.call('payout', { id: 'po_none' })).rejects.toMatchObject({ key: 'not_found' });
  });
});

describe('the state of an acquirer payout', () => {
  const readState = async (id: string) => (await vera.call('payout', { id })).state;

  test.each<[string, PayoutFacts | null]>([
    ['pending', null],
    ['pending', { status: 'pending' }],
    ['in_transit', { status: 'in_transit' }],
    ['paid', { status: 'paid' }],
    ['failed', { status: 'failed' }],
    ['canceled', { status: 'canceled' }],
  ])('is %s when the acquirer reports %o', async (state, report) => {
    expect(await readState((await storePayout([], report)).payoutId)).toBe(state);
  });

  test('is failed once the money was returned, although it was reported as paid', async () => {
    const { payoutId } = await storePayout([], { status: 'paid' });
    await insertLines(database, ACQUIRER, [
      createLine({ kind: 'payout_failed', amount: eur(9_000n), subjectId: payoutId }),
    ]);
    expect(await readState(payoutId)).toBe('failed');
  });

  test('is arrived once a bank booking is matched, which it names', async () => {
    const { payoutId, lineId } = await storePayout([], { status: 'in_transit' });
    const bank = createTestBank(database);
    await bank.deliverBookings({ amount: eur(9_000n), bookedOn: '2026-11-24', remittance: payoutId });
    const { entry } = await database.one<{ entry: string }>(sql`
      update acquirer_lines set status = 'posted', arrived_in = (select id from bank_entries order by created_at limit 1)
      where id = ${lineId} returning arrived_in as entry`);
    expect(await vera.call('payout', { id: payoutId })).toMatchObject({
      state: 'arrived',
      bank: { entry, bookedOn: '2026-11-24' },
    });
  });
});

test('lists payouts newest first, page by page, and refuses a malformed cursor', async () => {
  const stored: string[] = [];
  for (let count = 0; count < 51; count += 1) {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, count));
    stored.push((await storePayout([], { createdAt })).payoutId);
  }
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await vera.call('payouts', cursor === undefined ? {} : { cursor });
    listed.push(...page.list.map(({ id }) => id));
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  expect(listed.filter((id) => stored.includes(id))).toEqual(stored.toReversed());
  expect(new Set(listed).size).toBe(listed.length);
  await expect(vera.call('payouts', { cursor: 'x' })).rejects.toMatchObject({ key: 'act_refused' });
});

test('the parts and the difference of any payout add up to its amount', () => {
  const kinds = constantFrom('charge', 'refund', 'refund_failed', 'dispute', 'fee', 'payout_failed', 'other');
  const units = bigInt({ min: -1_000_000n, max: 1_000_000n });
  const sums = uniqueArray(
    record({
      kind: kinds,
      lines: integer({ min: 1, max: 9 }),
      units,
      fees: units,
      withFee: integer({ min: 1, max: 9 }),
    }),
    { selector: ({ kind }) => kind },
  );
  const cents = (amount: string) => BigInt(amount.replace('.', ''));
  assert(
    property(sums, units, units, boolean(), (found, payout, earlierUnits, hasEarlier) => {
      const earlier = { earlierLines: hasEarlier ? 1 : 0, earlierUnits: hasEarlier ? earlierUnits : 0n };
      const { parts, difference } = composeParts(
        { currency: 'EUR', units: payout, isItemized: true, ...earlier },
        found,
      );
      const whole = parts.reduce((sum, { amount }) => sum + cents(amount.amount), 0n);
      expect(whole + cents(difference?.amount ?? '')).toBe(-payout);
    }),
  );
});
