import { randomUUID } from 'node:crypto';
import { parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/database/testDatabase.ts';
import { ok } from '../../providers/outcome.ts';
import type { TradingVenue } from '../../providers/venue/venuePort.ts';
import { fixedScreening } from '../../risk/fixedScreening.testing.ts';
import { applyEvent, type OrderMachine } from '../order/applyEvent.ts';
import type { EventData, EventKind } from '../order/events.ts';
import { exampleOrder } from '../order/orderArbitraries.testing.ts';
import { findOrderById, insertOrder } from '../order/orderStore.ts';
import type { PriceBook } from '../quote/priceBook.ts';
import { refundEffects } from '../refund/effects.ts';
import { insertAttempt } from './attemptStore.ts';
import { paymentEffects } from './effects.ts';
import { createFakeAcquirer } from './fakeAcquirer.testing.ts';

let testDatabase: TestDatabase;
let database: Database;
const catalog = seededSettings().catalog;
const machine: OrderMachine = { catalog, jobs: { send: async () => undefined } };

const euroAlone: PriceBook = {
  markets: new Map(),
  rates: new Map([
    ['EUR', { perEuro: parseDecimal('1'), dailyOnly: false, observedAt: new Date(Date.now() + 60_000) }],
  ]),
  networkFees: new Map(),
};

/** A book at the quoted price: nothing has drifted. */
const calmVenue: TradingVenue = {
  id: 'calm',
  getAsks: async () => ok([{ price: parseDecimal('60123.45'), amount: parseDecimal('10') }]),
  getMarketRules: async () =>
    ok({
      takerFee: parseDecimal('0.001'),
      amountDecimals: 8,
      priceDecimals: 1,
      minimumBase: parseDecimal('0.00005'),
      minimumCost: parseDecimal('0.5'),
    }),
  execute: async () => ({ kind: 'refused', reason: 'not_permitted' }),
  getExecution: async () => ({ kind: 'refused', reason: 'not_found' }),
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { maxConnections: 4 });
});

afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

/** An order of a buyer who pressed Pay. */
async function submittedOrder() {
  const acquirer = createFakeAcquirer();
  const context = {
    database,
    machine,
    catalog,
    prices: () => euroAlone,
    venue: calmVenue,
    screening: fixedScreening([]),
    rules: seededSettings().rules,
    // Every test pays with the same card to the same address.
    riskRules: () => [],
    card: acquirer.card,
    publicUrl: 'http://localhost',
  };
  const unique = randomUUID();
  const attemptId = `att_${unique}`;
  const orderId = await database.transaction(async (transaction) => {
    await transaction.run(sql`
      insert into buyers (id, email, kyc_level, verifier_reference, created_at)
      values (${unique}, ${`${unique}@example.com`}, 1, ${unique}, slipway_now())`);
    const id = await insertOrder(transaction, {
      ...exampleOrder,
      buyerId: unique,
      orderNo: unique,
      quoteId: unique,
      paymentDeadline: new Date(Date.now() + 900_000),
      submissionHash: Buffer.alloc(32),
      guestHash: null,
    });
    await insertAttempt(transaction, {
      id: attemptId,
      orderId: id,
      submissionId: randomUUID(),
      confirmationToken: 'ctoken_1',
      savedCardId: null,
      saveCard: false,
    });
    return id;
  });
  const tell = (kind: EventKind, data: EventData = {}) =>
    database.transaction((transaction) =>
      applyEvent(machine, transaction, orderId, { kind, key: `${kind}:${randomUUID()}`, data }),
    );
  await tell('payment_submitted', { attemptId });
  const status = async () => (await findOrderById(database, orderId))?.status;
  return {
    orderId,
    attemptId,
    acquirer,
    tell,
    status,
    payment: paymentEffects(context),
    refund: refundEffects(context),
  };
}

describe('steps with the acquirer', () => {
  test('authorize and capture, each with a key of its own', async () => {
    const { orderId, attemptId, acquirer, payment, status } = await submittedOrder();
    await payment.authorize_payment(orderId, '');
    expect(await status()).toBe('capturing');
    await payment.capture_payment(orderId, '');
    expect(await status()).toBe('paid');
    expect(acquirer.acts).toEqual([`${attemptId}:authorize`, `${attemptId}:capture`]);
  });

  test('a lost answer is settled by the same key: one payment, one charge', async () => {
    const { orderId, attemptId, acquirer, payment, status } = await submittedOrder();
    acquirer.loseNextAnswer();
    await payment.authorize_payment(orderId, '');
    expect(await status()).toBe('authorizing');
    await payment.sync_payment(orderId, attemptId);
    expect(await status()).toBe('capturing');
    acquirer.loseNextAnswer();
    await payment.capture_payment(orderId, '');
    expect(await status()).toBe('capturing');
    await payment.sync_payment(orderId, attemptId);
    expect(await status()).toBe('paid');
    expect(acquirer.payments.size).toBe(1);
    expect(new Set(acquirer.acts)).toEqual(new Set([`${attemptId}:authorize`, `${attemptId}:capture`]));
  });

  test('a step that comes late does nothing', async () => {
    const { orderId, acquirer, payment, status } = await submittedOrder();
    await payment.capture_payment(orderId, '');
    await payment.void_payment(orderId, '');
    expect(acquirer.acts).toEqual([]);
    expect(await status()).toBe('authorizing');
  });

  test('a window that closes while the card is being asked releases the hold', async () => {
    const { orderId, attemptId, acquirer, tell, payment, status } = await submittedOrder();
    acquirer.loseNextAnswer();
    await payment.authorize_payment(orderId, '');
    await tell('payment_window_closed');
    expect(await status()).toBe('voiding');
    await payment.void_payment(orderId, '');
    await payment.void_payment(orderId, '');
    expect(await status()).toBe('cancelled');
    expect(acquirer.payments.get(`pi_${attemptId}`)?.status).toBe('voided');
  });
});

describe('a refund', () => {
  async function refundingOrder() {
    const order = await submittedOrder();
    await order.payment.authorize_payment(order.orderId, '');
    await order.payment.capture_payment(order.orderId, '');
    await order.tell('conversion_failed', { reason: 'market_closed' });
    expect(await order.status()).toBe('refunding');
    return order;
  }

  test('gives back all that was captured, once, however often the step is done', async () => {
    const { orderId, acquirer, refund, status } = await refundingOrder();
    await Promise.all([refund.refund_payment(orderId, ''), refund.refund_payment(orderId, '')]);
    await refund.sync_refund(orderId, '');
    expect(await status()).toBe('refunded');
    expect([...acquirer.refunds.values()].map(({ amount }) => amount.units)).toEqual([10_000n]);
    const left = await database.many(sql`
      select account, asset, sum(units) as units from ledger_postings
      where order_id = ${orderId} and account like 'liability:%' group by account, asset having sum(units) <> 0`);
    expect(left).toEqual([]);
  });

  test('whose answer was lost is asked again with the same key', async () => {
    const { orderId, acquirer, refund, status } = await refundingOrder();
    acquirer.loseNextAnswer();
    await refund.refund_payment(orderId, '');
    expect(await status()).toBe('refunding');
    await refund.refund_payment(orderId, '');
    expect(await status()).toBe('refunded');
    expect(acquirer.refunds.size).toBe(1);
  });
});
