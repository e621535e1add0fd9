import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { saveProfile } from '../account/details/profileStore.ts';
import { decideReview, ensureReview } from '../account/details/reviewStore.ts';
import { createNameScreening } from '../account/names/nameScreening.ts';
import type { Database } from '../platform/database/database.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { deriveKeys } from '../platform/secrets.ts';
import type { SanctionsSource } from '../providers/sanctions/sanctionsPort.ts';
import { insertOrder } from '../purchase/order/insertOrder.testing.ts';
import { applyEvent } from '../purchase/order/machine/applyEvent.ts';
import { exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import { findOrderById } from '../purchase/order/orderStore.ts';
import { silentOrderMachine } from '../purchase/order/silentStepContext.testing.ts';
import { rescreenOrders } from '../purchase/order/sweeps/rescreenOrders.ts';
import { insertAttempt, updateAttempt } from '../purchase/payment/attemptStore.ts';
import { createFixedScreening } from './fixedScreening.testing.ts';
import { judgeOrder, type OrderRiskFacts } from './judgeOrder.ts';
import { reserveNothing } from './reserveNothing.testing.ts';
import type { RiskMeasure, RiskOutcome, RiskRule, RiskSubject, RiskWindow } from './riskRules.ts';
import { insertRiskDecision } from './riskStore.ts';
import { collectSanctions, createSanctionsLists } from './sanctionsLists.ts';
import { createScreening } from './screening.ts';

const { database } = await openOwnDatabase();

type EarlierOrder = {
  readonly buyerId: string;
  readonly address?: string;
  readonly ip?: string;
  readonly euroCents?: bigint;
  readonly paid?: boolean;
  readonly ageHours?: number;
  readonly card?: string;
  readonly declined?: boolean;
};

/** Creates an earlier order, with a payment attempt if it has a card. */
async function storeEarlierOrder(order: EarlierOrder): Promise<number> {
  await database.run(sql`
    insert into buyers (id, email, kyc_level, verifier_reference, created_at)
    values (${order.buyerId}, ${`${order.buyerId}@example.com`}, 1, ${order.buyerId}, slipway_now()) on conflict do nothing`);
  const unique = randomUUID();
  const id = await database.transaction((transaction) =>
    insertOrder(transaction, {
      ...exampleOrder,
      buyerId: order.buyerId,
      orderNo: unique,
      quoteId: unique,
      address: order.address ?? unique,
      clientAddress: order.ip ?? '',
      euroCents: order.euroCents ?? 10_000n,
      submissionHash: Buffer.alloc(32),
      guestHash: null,
    }),
  );
  const captured = order.paid ? 1n : 0n;
  await database.run(sql`
    update orders set captured_units = ${captured.toString()}::numeric,
      created_at = slipway_now() - ${order.ageHours ?? 0} * interval '1 hour' where id = ${id}`);
  if (order.card) {
    const attempt = { id: unique, orderId: id, submissionId: randomUUID(), confirmationToken: 'c', savedCardId: null };
    await database.transaction(async (transaction) =>
      insertAttempt(await reserveNothing(transaction, 'attempt'), { ...attempt, saveCard: false }),
    );
    const card = {
      paymentMethodId: 'pm',
      brand: 'visa',
      last4: '4242',
      expiryMonth: 1,
      expiryYear: 2030,
      fingerprint: order.card,
    };
    const status = order.declined ? ('declined' as const) : ('authorized' as const);
    await updateAttempt(database, unique, { status, paymentId: unique, clientSecret: null, refusal: null, card });
  }
  return id;
}

function createRule(
  of: RiskSubject,
  measure: RiskMeasure,
  within: RiskWindow,
  above: string,
  outcome: RiskOutcome = 'refuse',
) {
  return { name: `${of}_${measure}`, of, measure, within, above: parseDecimal(above), outcome } satisfies RiskRule;
}

function judge(rules: readonly RiskRule[], question: Partial<OrderRiskFacts>, denied: readonly string[] = []) {
  return judgeOrder(
    { database, screening: createFixedScreening(denied), riskRules: () => rules },
    {
      orderId: null,
      buyerId: null,
      euroCents: 10_000n,
      address: randomUUID(),
      clientAddress: '',
      cardFingerprint: '',
      cardCountry: '',
      homeCountries: [],
      payerNameDiffers: undefined,
      holdRequested: false,
      ...question,
    },
    question.orderId ? 'payment' : 'order',
  );
}

describe('velocity', () => {
  test.each(['address', 'ip'] as const)(
    'by %s counts other buyers’ orders only once they are paid or authorized',
    async (subject) => {
      const [buyerId, address] = [randomUUID(), randomUUID()];
      const clientAddress = subject === 'ip' ? '198.51.100.21' : '198.51.100.22';
      const orderId = await storeEarlierOrder({ buyerId, address, ip: clientAddress, paid: true });
      const rules = (['buyers', 'orders', 'declines'] as const).map((measure) =>
        createRule(subject, measure, 'day', '1', 'hold'),
      );
      const others = [];
      for (let count = 0; count < 6; count += 1) {
        const shared = subject === 'address' ? { address } : { ip: clientAddress };
        others.push(await storeEarlierOrder({ buyerId: randomUUID(), ...shared, card: randomUUID(), declined: true }));
      }
      const question = { orderId, buyerId, address, clientAddress };
      expect((await judge(rules, question)).outcome).toBe('clear');
      await database.run(sql`update orders set authorized_units = 1 where id = ${others[0] ?? 0}`);
      expect((await judge(rules, question)).outcome).toBe('hold');
    },
  );

  test('counts a buyer’s orders within each window, including this one', async () => {
    const buyerId = randomUUID();
    await storeEarlierOrder({ buyerId, ageHours: 0.5 });
    await storeEarlierOrder({ buyerId, ageHours: 2 });
    await storeEarlierOrder({ buyerId, ageHours: 24 * 31 });
    expect((await judge([createRule('buyer', 'orders', 'hour', '1')], { buyerId })).outcome).toBe('refuse');
    expect((await judge([createRule('buyer', 'orders', 'hour', '2')], { buyerId })).outcome).toBe('clear');
    expect((await judge([createRule('buyer', 'orders', 'day', '2')], { buyerId })).outcome).toBe('refuse');
    expect((await judge([createRule('buyer', 'orders', 'month', '3')], { buyerId })).outcome).toBe('clear');
  });

  test('adds up paid amounts, not unpaid ones', async () => {
    const buyerId = randomUUID();
    await storeEarlierOrder({ buyerId, euroCents: 50_000n, paid: true });
    await storeEarlierOrder({ buyerId, euroCents: 900_000n });
    expect((await judge([createRule('buyer', 'amount', 'day', '599.99')], { buyerId })).outcome).toBe('refuse');
    expect((await judge([createRule('buyer', 'amount', 'day', '600')], { buyerId })).outcome).toBe('clear');
  });

  test('counts a stored order once', async () => {
    const buyerId = randomUUID();
    const orderId = await storeEarlierOrder({ buyerId, euroCents: 70_000n });
    const question = { orderId, buyerId, euroCents: 70_000n };
    expect((await judge([createRule('buyer', 'orders', 'day', '1')], question)).outcome).toBe('clear');
    expect((await judge([createRule('buyer', 'amount', 'day', '699')], question)).outcome).toBe('refuse');
    expect((await judge([createRule('buyer', 'amount', 'day', '700')], question)).outcome).toBe('clear');
  });

  test('counts the buyers and declines of a card, and the cards of a buyer', async () => {
    const card = randomUUID();
    const buyers = [randomUUID(), randomUUID(), randomUUID()];
    for (const buyerId of buyers) await storeEarlierOrder({ buyerId, card, declined: true });
    const question = { cardFingerprint: card, buyerId: buyers[0] ?? '' };
    expect((await judge([createRule('card', 'buyers', 'month', '2')], question)).outcome).toBe('refuse');
    expect((await judge([createRule('card', 'buyers', 'month', '3')], question)).outcome).toBe('clear');
    expect((await judge([createRule('card', 'declines', 'hour', '2')], question)).outcome).toBe('refuse');
    const one = randomUUID();
    for (const other of ['a', 'b', 'c']) await storeEarlierOrder({ buyerId: one, card: other + one });
    expect((await judge([createRule('buyer', 'cards', 'day', '2')], { buyerId: one })).outcome).toBe('refuse');
  });

  test('counts the buyers of an address', async () => {
    const address = randomUUID();
    for (let count = 0; count < 3; count += 1) await storeEarlierOrder({ buyerId: randomUUID(), address });
    const rules = [createRule('address', 'buyers', 'month', '3')];
    expect((await judge(rules, { address, buyerId: randomUUID() })).outcome).toBe('refuse');
    expect((await judge(rules, { buyerId: randomUUID() })).outcome).toBe('clear');
  });

  test('counts by IP address, but not by private ones, which many people share', async () => {
    const rules = [createRule('ip', 'orders', 'hour', '1')];
    for (const ip of ['203.0.114.9', '192.168.1.7']) await storeEarlierOrder({ buyerId: randomUUID(), ip });
    expect((await judge(rules, { clientAddress: '203.0.114.9' })).outcome).toBe('refuse');
    expect((await judge(rules, { clientAddress: '192.168.1.7' })).outcome).toBe('clear');
  });

  test('counts an IPv6 client by its /64 network in any notation', async () => {
    const rules = [createRule('ip', 'orders', 'hour', '1')];
    await storeEarlierOrder({ buyerId: randomUUID(), ip: '2a00:1450:4001:0:ffff::1' });
    await storeEarlierOrder({ buyerId: randomUUID(), ip: 'no:address' });
    expect((await judge(rules, { clientAddress: '2a00:1450:4001::2' })).outcome).toBe('refuse');
    expect((await judge(rules, { clientAddress: '2a00:1450:4001:1::2' })).outcome).toBe('clear');
  });
});

describe('a risk decision', () => {
  test('before the order only refuses, and only refusals are stored', async () => {
    const buyerId = randomUUID();
    const rules = [createRule('buyer', 'orders', 'hour', '0', 'hold')];
    expect((await judge(rules, { buyerId })).outcome).toBe('clear');
    expect((await judge([createRule('buyer', 'orders', 'hour', '0')], { buyerId })).outcome).toBe('refuse');
    const stored = await database.many(
      sql`select stage, outcome, rule from risk_decisions where buyer_id = ${buyerId}`,
    );
    expect(stored).toEqual([{ stage: 'order', outcome: 'refuse', rule: 'buyer_orders' }]);
  });

  test('on a payment is stored with all its facts', async () => {
    const buyerId = randomUUID();
    const orderId = await storeEarlierOrder({ buyerId });
    await judge([createRule('buyer', 'orders', 'hour', '9')], { orderId, buyerId });
    const { facts } = await database.one<{ facts: Record<string, unknown> }>(
      sql`select facts from risk_decisions where order_id = ${orderId}`,
    );
    expect(facts).toMatchObject({ addressDenied: false, screening: { outcome: 'clear' } });
    expect(facts['velocities']).toMatchObject({ buyer: { hour: { orders: '1' } } });
  });
});

describe('sanctions lists', () => {
  const LISTED = '0x7F367cC41522cE07553e823bf3be79A889DEbe1B';

  function createSource(addresses: () => readonly string[] | undefined): SanctionsSource {
    return {
      id: 'ofac',
      async fetchList() {
        const listed = addresses();
        return listed
          ? {
              kind: 'ok',
              value: { source: 'ofac', version: `v${listed.length}`, hash: listed.join(), addresses: listed },
            }
          : { kind: 'unavailable', retryAfterMs: 1, detail: 'the feed is down' };
      },
    };
  }

  test('do not freeze an order again for an approved hit, but freeze it for a hit of another list', async () => {
    const orderId = await storeEarlierOrder({ buyerId: randomUUID(), address: LISTED });
    await database.run(
      sql`update orders set status = 'on_hold', held_from = 'paid', frozen = true where id = ${orderId}`,
    );
    await insertRiskDecision(database, {
      orderId,
      buyerId: null,
      stage: 'payment',
      outcome: 'hold',
      rule: 'address_denied',
      facts: { screening: { outcome: 'denied', by: 'ofac', editions: [] } },
    });
    const machine = silentOrderMachine;
    await database.transaction((transaction) =>
      applyEvent(machine, transaction, orderId, { kind: 'unfrozen', key: 'lifted', facts: {} }),
    );
    const rescreen = (by: string) =>
      rescreenOrders({
        database,
        machine,
        screening: { isDenied: () => true, judge: () => ({ outcome: 'denied', by, editions: [] }) },
        nameScreening: createNameScreening({ names: () => [], thresholdPercent: () => 100 }),
      });
    await rescreen('ofac');
    expect((await findOrderById(database, orderId))?.frozen).toBe(false);
    await rescreen('another');
    expect((await findOrderById(database, orderId))?.frozen).toBe(true);
  });

  test('freeze an order at its refund if it was being voided when it was screened', async () => {
    const address = randomUUID();
    const orderId = await storeEarlierOrder({ buyerId: randomUUID(), address });
    const setStatus = (status: string) => database.run(sql`update orders set status = ${status} where id = ${orderId}`);
    const rescreen = (given: Database) =>
      rescreenOrders({
        database: given,
        machine: silentOrderMachine,
        screening: createFixedScreening([address]),
        nameScreening: createNameScreening({ names: () => [], thresholdPercent: () => 100 }),
      });
    await setStatus('authorizing');
    await rescreen({
      ...database,
      // The status changes after the open orders were read.
      async transaction(work) {
        await setStatus('voiding');
        return database.transaction(work);
      },
    });
    expect(await findOrderById(database, orderId)).toMatchObject({ status: 'voiding', frozen: false });
    await setStatus('refunding');
    await rescreen(database);
    expect(await findOrderById(database, orderId)).toMatchObject({ status: 'on_hold', frozen: true });
  });

  test('freeze an order for a listed name, unless the name was approved in a review', async () => {
    const buyers = { caught: randomUUID(), approved: randomUUID() };
    const orders = { caught: 0, approved: 0 };
    const nameScreening = createNameScreening({ names: () => ['Boris Listed'], thresholdPercent: () => 85 });
    for (const who of ['caught', 'approved'] as const) {
      orders[who] = await storeEarlierOrder({ buyerId: buyers[who] });
      await database.run(sql`update orders set status = 'paid' where id = ${orders[who]}`);
      const details = { ...calls.addKyc.example.request, firstName: 'Boris J', lastName: 'Listed' };
      const verdict = nameScreening.judge(details.firstName, details.lastName);
      await saveProfile(database, buyers[who], { ...details, outcome: 'approved' }, verdict);
    }
    await database.transaction(async (transaction) => {
      const question = { reason: 'name_listed', subject: '', facts: { entry: 'Boris Listed' } } as const;
      const { id } = await ensureReview(transaction, buyers.approved, question);
      await decideReview(transaction, id, 'approved', 'anna');
    });
    const machine = silentOrderMachine;
    await rescreenOrders({ database, machine, screening: createFixedScreening(), nameScreening });
    expect(await findOrderById(database, orders.caught)).toMatchObject({ reason: 'name_listed', frozen: true });
    expect(await findOrderById(database, orders.approved)).toMatchObject({ status: 'paid', frozen: false });
    const { facts } = await database.one<{ facts: object }>(
      sql`select facts from risk_decisions where order_id = ${orders.caught}`,
    );
    expect(facts).toMatchObject({
      name: { entry: 'Boris Listed', scorePercent: 100, listVersion: expect.any(String) },
    });
    const { key } = await database.one<{ key: string }>(
      sql`select key from order_events where order_id = ${orders.caught} and kind = 'risk_flagged'`,
    );
    expect(key).not.toContain('Listed');
  });

  test('are updated, stored with each decision, and freeze open orders when an address is added', async () => {
    let listed: readonly string[] | undefined = ['0x0000000000000000000000000000000000000001'];
    const source = createSource(() => listed);
    const keys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));
    const lists = createSanctionsLists(database, keys.sanctionsSeal, ['ofac']);
    const log = createLog('silent');
    const rules = { sanctionsEditionMaximumAgeMs: 60_000 };
    const screening = createScreening({
      deniedAddresses: () => [],
      lists: lists.current,
      maximumAgeMs: () => 60_000,
      editionMaximumAgeMs: () => 60_000,
    });
    expect(screening.judge(LISTED, new Date()).outcome).toBe('stale');
    await collectSanctions({ database, log, keys, rules }, [source]);
    await lists.follow();
    expect(screening.judge(LISTED, new Date())).toMatchObject({ outcome: 'clear', editions: [{ version: 'v1' }] });

    const orderId = await storeEarlierOrder({ buyerId: randomUUID(), address: LISTED });
    const refundingId = await storeEarlierOrder({ buyerId: randomUUID(), address: LISTED });
    const held = await storeEarlierOrder({ buyerId: randomUUID(), address: LISTED });
    await database.run(sql`update orders set status = 'paid' where id = ${orderId}`);
    await database.run(sql`update orders set status = 'refunding' where id = ${refundingId}`);
    await database.run(sql`update orders set status = 'on_hold', held_from = 'paid' where id = ${held}`);
    const machine = silentOrderMachine;
    const rescreen = () =>
      rescreenOrders({
        database,
        machine,
        screening,
        nameScreening: createNameScreening({ names: () => [], thresholdPercent: () => 100 }),
      });
    await rescreen();
    expect((await findOrderById(database, orderId))?.status).toBe('paid');

    listed = [...listed, LISTED.toLowerCase()];
    await collectSanctions({ database, log, keys, rules }, [source]);
    await lists.follow();
    await rescreen();
    await rescreen();
    for (const id of [orderId, refundingId, held])
      expect(await findOrderById(database, id)).toMatchObject({
        status: 'on_hold',
        reason: 'address_denied',
        frozen: true,
      });
    const hits = await database.many(sql`select stage from risk_decisions where order_id = ${orderId}`);
    expect(hits).toEqual([{ stage: 'nightly' }]);

    listed = undefined;
    await collectSanctions({ database, log, keys, rules }, [source]);
    await lists.follow();
    expect(screening.judge('elsewhere', new Date()).outcome).toBe('clear');
    expect(screening.judge('elsewhere', new Date(Date.now() + 61_000)).outcome).toBe('stale');
    const alerts = await database.many(sql`select kind from operator_alerts where kind = 'sanctions_list'`);
    expect(alerts).toHaveLength(1);
  });
});
