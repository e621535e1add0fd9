import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startStripe } from '../../../sandbox/stripe/start.ts';
import { createSandboxClock, type SandboxClock } from '../../../sandbox/world/clock.ts';
import { credentials } from '../../../sandbox/world/credentials.ts';
import { createFaults } from '../../../sandbox/world/faults.ts';
import type { StandIn } from '../../../sandbox/world/standIn.ts';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import { stripeConfigSchema } from '../../providers/card/stripe/manifest.ts';
import { createStripeAcquirer } from '../../providers/card/stripe/stripe.ts';
import type { Order } from '../../purchase/order/order.ts';
import { openSubmittedOrders, type SubmittedOrder } from '../../purchase/payment/submittedOrder.testing.ts';

/** Orders paid through Stripe's adapter at the stand-in, which sends its webhooks. */
const orders = await openSubmittedOrders();

let dataDir: string;
let clock: SandboxClock;
let standIn: StandIn;
let inbox: Server;
let card: CardAcquirer;
let receiveEvent: (kind: string, subjectId: string) => Promise<void>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stripe-'));
  clock = createSandboxClock();
  receiveEvent = async () => undefined;
  inbox = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const hint = card.verifyWebhook(Buffer.concat(chunks), request.headers);
      const handling = hint ? receiveEvent(hint.kind, hint.subjectId) : Promise.reject(new Error('not verified'));
      handling.then(
        () => response.end(),
        () => response.writeHead(400).end(),
      );
    });
  });
  await new Promise<void>((listening) => inbox.listen(0, '127.0.0.1', listening));
  const productUrl = `http://127.0.0.1:${(inbox.address() as AddressInfo).port}`;
  standIn = await startStripe({ dataDir, clock, faults: createFaults(), productUrl }, 0);
  const { url } = standIn;
  const config = stripeConfigSchema.parse({ ...credentials.stripe, apiUrl: url, scriptUrl: `${url}/v3/stripe.js` });
  card = createStripeAcquirer(config, clock.now);
});

afterEach(async () => {
  await standIn.stop();
  await new Promise((stopped) => {
    inbox.close(stopped);
    inbox.closeAllConnections();
  });
  await rm(dataDir, { recursive: true });
});

async function post(path: string, form: Record<string, string>): Promise<{ readonly id: string }> {
  const answer = await fetch(standIn.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.stripe.secretKey}`, accept: 'application/json' },
    body: new URLSearchParams(form),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as { id: string };
}

async function storePaidOrder(paymentMethod: string): Promise<SubmittedOrder> {
  const { id } = await post('/v1/test_helpers/confirmation_tokens', { payment_method: paymentMethod });
  const order = await orders.paidOrder({ card, confirmationToken: id });
  receiveEvent = order.receiveEvent;
  expect(await order.status()).toBe('paid');
  return order;
}

/** Advances the stand-in's clock, far beyond the age at which a signature is refused, and waits until the order matches. */
async function expectLater(order: SubmittedOrder, expected: Partial<Order> | Record<string, unknown>): Promise<void> {
  clock.advance(3_600);
  await waitFor(async () => expect(await order.order()).toMatchObject(expected));
}

const readPayment = async ({ orderId }: SubmittedOrder) =>
  (
    await orders.database.one<{ id: string }>(
      sql`select payment_id as id from payment_attempts where order_id = ${orderId}`,
    )
  ).id;

test('puts an order on hold and books the disputed amount when card 0259 is disputed', async () => {
  const order = await storePaidOrder('pm_card_createDispute');
  await expectLater(order, { status: 'on_hold', dispute: 'open', disputed: { units: 10_000n } });
  expect(await order.books()).toMatchObject({ 'asset:dispute': 10_000n, 'expense:dispute': 2_000n });
});

test('puts an order on hold and takes nothing when card 1976 gets an inquiry', async () => {
  const order = await storePaidOrder('pm_card_createDisputeInquiry');
  await expectLater(order, { status: 'on_hold', dispute: 'warned', disputed: { units: 0n } });
});

test('records both disputes of card 4000004040000079', async () => {
  const order = await storePaidOrder('pm_card_createMultipleDisputes');
  await expectLater(order, { status: 'on_hold', disputed: { units: 10_000n } });
  const found = await orders.database.many(sql`select units from disputes where order_id = ${order.orderId}`);
  expect(found).toEqual([{ units: 5_000n }, { units: 5_000n }]);
});

test('puts an order on hold when card 5423 gets a fraud warning', async () => {
  const order = await storePaidOrder('pm_card_createIssuerFraudRecord');
  await expectLater(order, { status: 'on_hold', dispute: 'warned', reason: 'fraud_warning' });
});

test('puts an order on hold and records a refund made in the dashboard', async () => {
  const order = await storePaidOrder('pm_card_visa');
  await post(`/dashboard/payments/${await readPayment(order)}/refund`, { amount: '40.00' });
  await expectLater(order, { status: 'on_hold', refunded: { units: 4_000n } });
});

test('puts an order on hold and owes the money again when a refund to card 5126 fails late', async () => {
  const order = await storePaidOrder('pm_card_refundFail');
  await order.apply('conversion_failed', { reason: 'market_closed' });
  await order.refund.submit();
  expect(await order.status()).toBe('refunded');
  await expectLater(order, { status: 'on_hold', refunded: { units: 0n } });
  expect(await order.books()).toMatchObject({ 'liability:refund': -10_000n });
});

test('keeps an order refunding while a refund to card 7726 is pending', async () => {
  const order = await storePaidOrder('pm_card_pendingRefund');
  await order.apply('conversion_failed', { reason: 'market_closed' });
  await order.refund.submit();
  expect(await order.status()).toBe('refunding');
  await expectLater(order, { status: 'refunded', refunded: { units: 10_000n } });
});
