import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAmount, fromDecimal, toDecimal } from '@slipway/money/amount.ts';
import { divide, multiply, parseDecimal } from '@slipway/money/decimal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ExchangesStandIn, startExchanges } from '../../../sandbox/exchanges/start.ts';
import { createSandboxClock } from '../../../sandbox/world/clock.ts';
import { credentials } from '../../../sandbox/world/credentials.ts';
import { createFaults, type Fault, faultSchema } from '../../../sandbox/world/faults.ts';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import { findRequest } from '../../action/requests/requestStore.ts';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { requestAs, testRootKeys } from '../../operator/persons/testPersons.testing.ts';
import { executeOperatorRequests } from '../../operator/requests/executeOperatorRequests.ts';
import { createCcxtTradingVenue } from '../../providers/venue/ccxt/ccxtTradingVenue.ts';
import { fastBudgetClock } from '../../providers/venue/ccxt/fastBudget.testing.ts';
import type { TradingVenue } from '../../providers/venue/venuePort.ts';
import { openConversionOrders } from '../../purchase/conversion/conversionOrders.testing.ts';
import { settleDetachedParts } from '../../purchase/conversion/settleDetachedParts.ts';
import { syncConversion } from '../../purchase/conversion/steps/syncConversion.ts';
import { BITCOIN } from '../../purchase/order/orderArbitraries.testing.ts';
import { noMails, noPayouts } from '../../purchase/order/silentStepContext.testing.ts';
import { runStep } from '../../purchase/order/stepRunner/runStep.ts';
import { createFixedScreening } from '../../risk/fixedScreening.testing.ts';

/** The adapter, the steps and the exchange's stand-in together: the ledger must match the exchange's account. */
const orders = await openConversionOrders();
await seedConfiguration(orders.database, []);
const dataDir = mkdtempSync(join(tmpdir(), 'slipway-bought-'));
const faults = createFaults();
let exchanges: ExchangesStandIn;

beforeAll(async () => {
  const world = { dataDir, clock: createSandboxClock(), faults, productUrl: 'http://127.0.0.1:9' };
  exchanges = await startExchanges(world, { kraken: 0, coinbase: 0, bitstamp: 0 }, { nowMs: fastBudgetClock.nowMs });
});

afterAll(async () => {
  await exchanges.stop();
  rmSync(dataDir, { recursive: true });
});

/** Returns the adapter of a new process: it remembers only the orders that it sent itself. */
function openVenueOfNewProcess(): TradingVenue {
  return createCcxtTradingVenue({
    exchangeId: 'kraken',
    apiUrl: exchanges.urls.kraken,
    ...credentials.kraken,
    tier: 'starter',
    budgetClock: fastBudgetClock,
  });
}

/** Stores an order of 100 euros at the current price, whose first part is to be sent. */
async function storeStartedOrder() {
  const venue = openVenueOfNewProcess();
  const asks = await venue.getAsks({ base: 'BTC', quote: 'EUR' });
  if (asks.kind !== 'ok' || !asks.value[0]) throw new Error('no market');
  const price = multiply(asks.value[0].price, parseDecimal('1.01'));
  const converted = toDecimal(createAmount({ id: 'iso4217:EUR', code: 'EUR', decimals: 2 }, 9_457n));
  const order = await orders.createPaidOrder({
    receive: fromDecimal(BITCOIN, divide(converted, price, 8, 'down'), 'down'),
  });
  const context = { ...order.context, venue, screening: createFixedScreening(), riskRules: () => [] };
  await order.start();
  return { ...order, context };
}

type StartedOrder = Awaited<ReturnType<typeof storeStartedOrder>>;

const inject = (fault: Partial<Fault>) => faults.replace([faultSchema.parse({ standIn: 'kraken', ...fault })]);
const sync = ({ context, orderId }: StartedOrder, venue: TradingVenue = context.venue) =>
  runStep({ ...context, venue }, syncConversion, { orderId, subject: '' });
/** Repeats the step until the order has the status: the exchange's limit of calls, which the tests share, may delay it. */
const syncUntil = (status: string, order: StartedOrder, venue: TradingVenue = order.context.venue) =>
  waitFor(async () => {
    await sync(order, venue);
    expect(await order.status()).toBe(status);
    expect(listOrders(order)).not.toEqual([]);
  });
const listOrders = ({ orderNo }: StartedOrder) =>
  exchanges.books().orders.filter(({ clOrdId }) => clOrdId?.startsWith(orderNo.slice(0, 15)));

/** Returns an order's coins in the exchange's account, with the ledger's eighteen decimals. */
function sumCoinsInAccount(order: StartedOrder): bigint {
  const { ledger } = exchanges.books();
  const trades = new Set(listOrders(order).flatMap((placed) => placed.trades));
  return ledger
    .filter(({ asset, refid }) => asset === 'XXBT' && trades.has(refid))
    .reduce((sum, { amount, fee }) => sum + toUnits(amount) - toUnits(fee), 0n);
}

function toUnits(text: string): bigint {
  const { coefficient, scale } = parseDecimal(text.replace('-', ''));
  return (text.startsWith('-') ? -1n : 1n) * coefficient * 10n ** BigInt(18 - scale);
}

async function expectBooksAgree(order: StartedOrder) {
  const { [BITCOIN.id]: inLedger = 0n } = await order.balance('asset:venue');
  expect(inLedger).toBe(sumCoinsInAccount(order));
}

async function giveUp(order: StartedOrder, sellBack: 'yes' | 'no') {
  const id = await requestAs(orders.database, { action: 'give-up', subject: order.orderNo, input: { sellBack } });
  // A round that reaches the exchange's limit of calls leaves the request to the next one.
  return waitFor(async () => {
    await executeOperatorRequests({
      ...order.context,
      ...noPayouts,
      ...noMails,
      rootKeys: testRootKeys,
      isSandbox: true,
    });
    const request = await findRequest(orders.database, id);
    expect(request?.status).not.toBe('approved');
    return request;
  });
}

test('buys once when two processes execute the same part at the same time', async () => {
  const order = await storeStartedOrder();
  const other = openVenueOfNewProcess();
  await Promise.all([sync(order), sync(order, other), sync(order), sync(order, other)]);
  await syncUntil('converted', order, other);
  expect(listOrders(order)).toHaveLength(1);
  await expectBooksAgree(order);
});

test('books both purchases when the exchange executes an id twice', async () => {
  const order = await storeStartedOrder();
  inject({ effect: 'order_twice' });
  await syncUntil('converted', order);
  expect(listOrders(order)).toHaveLength(2);
  await expectBooksAgree(order);
  expect(await order.alerts()).toContain('bought_twice');
});

test('cancels an open order before its purchase is given up, and sells what it had bought', async () => {
  const order = await storeStartedOrder();
  inject({ effect: 'order_stays_open', size: 60 });
  await syncUntil('converting', order);
  await order.endLeases();
  expect(await giveUp(order, 'yes')).toMatchObject({ status: 'done', result: 'refunding' });
  // A round that reaches the exchange's limit of calls leaves the sale to the next one.
  await waitFor(async () => {
    await settleDetachedParts(order.context);
    await expectBooksAgree(order);
    expect(listOrders(order).map(({ type, status }) => `${type} ${status}`)).toEqual(['buy canceled', 'sell closed']);
  });
  // Less than the smallest tradable amount, 0.00000001, may remain: fees have more decimals.
  expect(sumCoinsInAccount(order)).toBeGreaterThanOrEqual(0n);
  expect(sumCoinsInAccount(order)).toBeLessThan(10n ** 10n);
});

test('continues a purchase that is filled while it is being given up', async () => {
  const order = await storeStartedOrder();
  inject({ effect: 'order_stays_open', size: 60 });
  await syncUntil('converting', order);
  await order.endLeases();
  inject({ effect: 'cancel_too_late' });
  expect(await giveUp(order, 'no')).toMatchObject({ status: 'refused' });
  expect(await order.status()).toBe('converted');
  await expectBooksAgree(order);
});
