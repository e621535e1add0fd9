import { randomUUID } from 'node:crypto';
import { parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededSettings } from '../../../configuration/seededSettings.testing.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/database/testDatabase.ts';
import { ok } from '../../../providers/outcome.ts';
import type { TradingVenue } from '../../../providers/venue/venuePort.ts';
import { fixedScreening } from '../../../risk/fixedScreening.testing.ts';
import { applyEvent } from '../../order/applyEvent.ts';
import type { EventKind, FactsOf, OrderEvent } from '../../order/events.ts';
import { exampleOrder } from '../../order/orderArbitraries.testing.ts';
import { findOrderById, insertOrder } from '../../order/orderStore.ts';
import { quietMachine, quietSteps } from '../../order/quietSteps.testing.ts';
import { runStep } from '../../order/runStep.ts';
import type { PriceBook } from '../../quote/priceBook.ts';
import { refundPayment } from '../../refund/steps/refundPayment.ts';
import { syncRefund } from '../../refund/steps/syncRefund.ts';
import { insertAttempt } from '../attemptStore.ts';
import { createFakeAcquirer } from '../fakeAcquirer.testing.ts';
import { authorizePayment } from './authorizePayment.ts';
import { capturePayment } from './capturePayment.ts';
import { syncPayment } from './syncPayment.ts';
import { voidPayment } from './voidPayment.ts';

let testDatabase: TestDatabase;
let database: Database;
const catalog = seededSettings().catalog;

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
  cancel: async () => ({ kind: 'refused', reason: 'not_found' }),
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
    ...quietSteps,
    database,
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
  const tell = <Kind extends EventKind>(kind: Kind, facts: FactsOf<Kind>) =>
    database.transaction((transaction) =>
      applyEvent(quietMachine, transaction, orderId, { kind, key: `${kind}:${randomUUID()}`, facts } as OrderEvent),
    );
  await tell('payment_submitted', { attemptId });
  const status = async () => (await findOrderById(database, orderId))?.status;
  return {
    orderId,
    attemptId,
    acquirer,
    tell,
    status,
    payment: {
      authorize: () => runStep(context, authorizePayment, { orderId, subject: '' }),
      sync: () => runStep(context, syncPayment, { orderId, subject: attemptId }),
      capture: () => runStep(context, capturePayment, { orderId, subject: '' }),
      void: () => runStep(context, voidPayment, { orderId, subject: '' }),
    },
    refund: {
      ask: () => runStep(context, refundPayment, { orderId, subject: '' }),
      sync: () => runStep(context, syncRefund, { orderId, subject: '' }),
    },
  };
}

describe('steps with the acquirer', () => {
  test('authorize and capture, each with a key of its own', async () => {
    const { attemptId, acquirer, payment, status } = await submittedOrder();
    await payment.authorize();
    expect(await status()).toBe('capturing');
    await payment.capture();
    expect(await status()).toBe('paid');
    expect(acquirer.acts).toEqual([`${attemptId}:authorize`, `${attemptId}:capture`]);
  });

  test('a lost answer is settled by the same key: one payment, one charge', async () => {
    const { attemptId, acquirer, payment, status } = await submittedOrder();
    acquirer.loseNextAnswer();
    await payment.authorize();
    expect(await status()).toBe('authorizing');
    await payment.sync();
    expect(await status()).toBe('capturing');
    acquirer.loseNextAnswer();
    await payment.capture();
    expect(await status()).toBe('capturing');
    await payment.sync();
    expect(await status()).toBe('paid');
    expect(acquirer.payments.size).toBe(1);
    expect(new Set(acquirer.acts)).toEqual(new Set([`${attemptId}:authorize`, `${attemptId}:capture`]));
  });

  test('a step that comes late does nothing', async () => {
    const { acquirer, payment, status } = await submittedOrder();
    await payment.capture();
    await payment.void();
    expect(acquirer.acts).toEqual([]);
    expect(await status()).toBe('authorizing');
  });

  test('a window that closes while the card is being asked releases the hold', async () => {
    const { attemptId, acquirer, tell, payment, status } = await submittedOrder();
    acquirer.loseNextAnswer();
    await payment.authorize();
    await tell('payment_window_closed', {});
    expect(await status()).toBe('voiding');
    await payment.void();
    await payment.void();
    expect(await status()).toBe('cancelled');
    expect(acquirer.payments.get(`pi_${attemptId}`)?.status).toBe('voided');
  });
});

describe('a refund', () => {
  async function refundingOrder() {
    const order = await submittedOrder();
    await order.payment.authorize();
    await order.payment.capture();
    await order.tell('conversion_failed', { reason: 'market_closed' });
    expect(await order.status()).toBe('refunding');
    return order;
  }

  test('gives back all that was captured, once, however often the step is done', async () => {
    const { orderId, acquirer, refund, status } = await refundingOrder();
    await Promise.all([refund.ask(), refund.ask()]);
    await refund.sync();
    expect(await status()).toBe('refunded');
    expect([...acquirer.refunds.values()].map(({ amount }) => amount.units)).toEqual([10_000n]);
    const left = await database.many(sql`
      select account, asset, sum(units) as units from ledger_postings
      where order_id = ${orderId} and account like 'liability:%' group by account, asset having sum(units) <> 0`);
    expect(left).toEqual([]);
  });

  test('whose answer was lost is asked again with the same key', async () => {
    const { acquirer, refund, status } = await refundingOrder();
    acquirer.loseNextAnswer();
    await refund.ask();
    expect(await status()).toBe('refunding');
    await refund.ask();
    expect(await status()).toBe('refunded');
    expect(acquirer.refunds.size).toBe(1);
  });
});
