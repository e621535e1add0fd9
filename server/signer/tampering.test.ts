import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { CardPayment } from '../providers/card/cardPort.ts';
import { ok, refused } from '../providers/outcome.ts';
import { openConvertedOrders } from '../purchase/delivery/convertedOrder.testing.ts';
import type { Order } from '../purchase/order/order.ts';
import { findOrdersByNumbers } from '../purchase/order/orderStore.ts';
import { createFixedScreening } from '../risk/fixedScreening.testing.ts';
import { createSerialRunner } from './serialRunner.ts';
import { createSigner } from './signer.ts';
import {
  buildUnsignedPayout,
  completeComparison,
  createMemoryRecord,
  NETWORK,
  orderSeal,
  priceTestOrder,
  testKey,
} from './signerWorld.testing.ts';
import { PAIRS, tamperWithAll } from './tamperedRows.testing.ts';
import { verifyPayment } from './verifyPayment.ts';

const { database, createConvertedOrder } = await openConvertedOrders();

/** Tables by which an order and its money are found, and from which a worker makes its requests. */
const TABLES = ['orders', 'payment_attempts', 'payouts'] as const;

const truth = new Map<string, { readonly order: Order; readonly isPaid: boolean }>();

async function makeOrders(): Promise<void> {
  for (const [units, isPaid] of [
    [29n * 10n ** 15n, true],
    [31n * 10n ** 15n, true],
    [5n * 10n ** 18n, false],
    [7n * 10n ** 18n, false],
  ] as const) {
    const made = await createConvertedOrder({ units, address: `0x${(truth.size + 1).toString().repeat(40)}` });
    const order = await made.order();
    if (order) truth.set(order.orderNo, { order, isPaid });
    await made.steps.send();
  }
}

/** The acquirer's report, which does not depend on the tables. */
const card = {
  async getPayment(paymentId: string) {
    const orderNo = paymentId.replace(/^pi_/, '');
    const original = truth.get(orderNo);
    if (!original) return refused('not_found' as never);
    const { order, isPaid } = original;
    const captured = isPaid ? order.pay : createAmount(order.pay.asset, 0n);
    const status = isPaid ? 'captured' : 'authorized';
    const attemptId = order.currentAttemptId ?? '';
    return ok<CardPayment>({ paymentId, orderNo, attemptId, status, amount: order.pay, capturedAmount: captured });
  },
};

/** Returns a signer that has signed nothing yet, and sees the tables as the transaction does. */
async function createFreshSigner(connection: Queryable) {
  const { forms, open } = createMemoryRecord();
  const most = 10n ** 12n;
  const signer = createSigner({
    record: await open(),
    releases: { size: () => 0 },
    runSerially: createSerialRunner(),
    comparison: completeComparison,
    keys: new Map([[NETWORK, testKey]]),
    orderSeal,
    screening: createFixedScreening([]),
    limits: () => ({ transactionCents: most, feeCents: most, hourCents: most, dayCents: most, dayUnits: new Map() }),
    findOrders: (orderNos) => findOrdersByNumbers(connection, orderNos),
    findForm: async (number) => forms[number - 1] ?? Promise.reject(new Error(`there is no form ${number}`)),
    verifyPayment: (order) =>
      verifyPayment(
        { database: connection, card, bank: undefined, findMatches: async () => [], sumPaidBack: async () => 0n },
        order,
      ),
    catalog: () => seededSettings().catalog,
    priceOrder: (bound) => priceTestOrder(bound, new Date()),
    computeFeeCents: () => 1n,
    renewPrices: async () => undefined,
    findStopReason: async () => undefined,
    findVouches: async () => new Map(),
    now: () => new Date(),
  });
  return { signer, forms };
}

/** Requests each order and payout of the tables twice, with other claims each time; returns what was signed for which order. */
async function requestAllSignatures(connection: Queryable): Promise<readonly string[]> {
  const { signer, forms } = await createFreshSigner(connection);
  const rows = await connection.many<{ orderNo: string }>(sql`select order_no as "orderNo" from orders order by id`);
  const orders = await findOrdersByNumbers(
    connection,
    rows.map(({ orderNo }) => orderNo),
  );
  const payments = orders.map(({ orderNo, receive, address }) => ({ orderNo, request: { ...receive, to: address } }));
  const payouts = await connection.many<{ orderNo: string; to: string; units: bigint }>(sql`
    select o.order_no as "orderNo", p.to_address as "to", p.units from payouts p join orders o on o.id = p.order_id
    order by p.id`);
  const asset = orders[0]?.receive.asset;
  const storedPayments = asset
    ? payouts.map(({ orderNo, to, units }) => ({ orderNo, request: { asset, units, to } }))
    : [];
  for (const [nonce, payment] of [...storedPayments, ...payments, ...storedPayments, ...payments].entries()) {
    await signer.clear([payment.orderNo]);
    await signer.pay(NETWORK, buildUnsignedPayout([payment], { nonce }), [payment]);
  }
  return forms.map(({ orderNos, unsigned }) => `${orderNos.join()} ${unsigned['pays'] as string}`);
}

test('pays nothing that was not paid for, and nothing twice, when a value or a pair of values is altered', async () => {
  await makeOrders();
  expect(await database.many(sql`select 1 from payouts`)).toHaveLength(truth.size);
  const owed = new Set(
    [...truth.values()].flatMap(({ order: { orderNo, address, receive }, isPaid }) =>
      isPaid ? [`${orderNo} ${address} ${receive.units}`] : [],
    ),
  );
  expect(new Set(await requestAllSignatures(database))).toEqual(owed);

  const kind = { tables: TABLES, rows: truth.size, pairs: PAIRS };
  expect(await tamperWithAll(database, kind, owed, requestAllSignatures)).toBeGreaterThan(200);
});
