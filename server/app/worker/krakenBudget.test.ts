import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAmount, fromDecimal, toDecimal } from '@slipway/money/amount.ts';
import { divide, multiply, parseDecimal } from '@slipway/money/decimal.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ExchangesStandIn, startExchanges } from '../../../sandbox/exchanges/start.ts';
import { createSandboxClock } from '../../../sandbox/world/clock.ts';
import { credentials } from '../../../sandbox/world/credentials.ts';
import { createFaults } from '../../../sandbox/world/faults.ts';
import { createSimulatedClock } from '../../providers/simulatedClock.testing.ts';
import { createCcxtTradingVenue } from '../../providers/venue/ccxt/ccxtTradingVenue.ts';
import { kraken } from '../../providers/venue/ccxt/library.ts';
import { openConversionOrders } from '../../purchase/conversion/conversionOrders.testing.ts';
import { syncConversion } from '../../purchase/conversion/steps/syncConversion.ts';
import { BITCOIN } from '../../purchase/order/orderArbitraries.testing.ts';
import { runStep } from '../../purchase/order/stepRunner/runStep.ts';
import { createStepPool } from './stepPool.ts';

/**
 * Checks what Kraken's lowest tier allows, with the steps, the adapter and a stand-in that enforces the limits. Time is
 * simulated: it does not pass during requests to the stand-in or the database.
 */
const orders = await openConversionOrders();
const BTC_EUR = { base: 'BTC', quote: 'EUR' };
/** Maximum of Kraken's call counter in the lowest tier. */
const LOWEST_TIER_MOST = 15;

/** How often the sweep resends the step of a stalled order (`stateDeadlines.ts`). */
const SWEEP_SECONDS = 2;

let dataDir: string;
let exchanges: ExchangesStandIn;
const underWay = { count: 0 };
let highestCount = 0;

async function countAsPending<Result>(work: Promise<Result>): Promise<Result> {
  underWay.count += 1;
  try {
    return await work;
  } finally {
    underWay.count -= 1;
  }
}

async function waitUntilIdle(): Promise<void> {
  while (underWay.count > 0) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns a proxy of the object that counts each returned promise as pending work. */
function countPromises<Watched extends object>(object: Watched): Watched {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(value as (...all: unknown[]) => unknown, target, given);
        return answer instanceof Promise ? countAsPending(answer) : answer;
      };
    },
  });
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'slipway-budget-'));
  underWay.count = 0;
  highestCount = 0;
  const { fetch } = kraken.prototype;
  vi.spyOn(kraken.prototype, 'fetch').mockImplementation(function (this: InstanceType<typeof kraken>, ...given) {
    const response = countAsPending(Reflect.apply(fetch, this, given) as Promise<unknown>);
    return response.finally(() => {
      highestCount = Math.max(highestCount, exchanges.key.counted());
    });
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await exchanges.stop();
  rmSync(dataDir, { recursive: true });
});

/** A venue and its stand-in on a separate clock, in a market so thin that an order takes several trades. */
async function openMarket() {
  const clock = createSimulatedClock(waitUntilIdle);
  // Ahead of the machine's time, by which the stand-in checks deadlines: even a long simulation does not fall behind.
  const begun = Date.now() + 3_600_000;
  const now = () => new Date(begun + clock.nowMs());
  const world = {
    dataDir,
    clock: { ...createSandboxClock(), now },
    faults: createFaults(),
    productUrl: 'http://127.0.0.1:9',
  };
  exchanges = await startExchanges(world, { kraken: 0, coinbase: 0, bitstamp: 0 }, { nowMs: clock.nowMs });
  exchanges.market.setDepth('BTC', 0.01);
  /** Opens the venue as a starting process does: with no calls counted. */
  const openVenue = () =>
    createCcxtTradingVenue({
      apiUrl: exchanges.urls.kraken,
      ...credentials.kraken,
      exchangeId: 'kraken',
      tier: 'starter',
      budgetClock: clock,
      machineNow: now,
    });
  const venue = openVenue();
  const [asks] = await Promise.all([venue.getAsks(BTC_EUR), clock.pass(10)]);
  if (asks.kind !== 'ok' || !asks.value[0]) throw new Error('no market');
  const price = multiply(asks.value[0].price, parseDecimal('1.01'));

  /** Returns after how many seconds the order was bought. */
  async function buy(clientOrderId: string, from = venue): Promise<number> {
    const at = clock.nowMs();
    const request = {
      clientOrderId,
      market: BTC_EUR,
      side: 'buy' as const,
      baseAmount: parseDecimal('0.0015'),
      limitPrice: price,
      unsentSince: new Date(),
      mayStillSend: async () => true,
    };
    let outcome = await from.execute(request);
    while (outcome.kind !== 'ok') {
      await clock.sleep(SWEEP_SECONDS * 1000);
      outcome = await from.execute(outcome.kind === 'unavailable' ? request : { ...request, unsentSince: undefined });
    }
    return (clock.nowMs() - at) / 1000;
  }

  return { clock, now, venue, openVenue, price, buy };
}

test('buys the coins of sixty simultaneous orders within five minutes and refunds none', async () => {
  const { clock, venue, price } = await openMarket();
  const converted = toDecimal(createAmount({ id: 'iso4217:EUR', code: 'EUR', decimals: 2 }, 9_457n));
  const receive = fromDecimal(BITCOIN, divide(converted, price, 8, 'down'), 'down');
  const all = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const order = await orders.createPaidOrder({ receive });
      await order.start();
      return { order, context: { ...order.context, venue, database: countPromises(order.context.database) } };
    }),
  );
  const pool = createStepPool((error) => {
    throw error;
  });
  const statuses = () => Promise.all(all.map(({ order }) => order.status()));
  for (let seconds = 0; seconds < 300; seconds += SWEEP_SECONDS) {
    const currentStatuses = await statuses();
    if (currentStatuses.every((status) => status === 'converted')) break;
    all.forEach(({ order: { orderId }, context }, index) => {
      if (currentStatuses[index] === 'converting')
        pool.begin(String(orderId), () => runStep(context, syncConversion, { orderId, subject: '' }));
    });
    await clock.pass(SWEEP_SECONDS);
  }
  expect(new Set(await statuses())).toEqual(new Set(['converted']));
  expect(exchanges.books().orders).toHaveLength(60);
  expect(highestCount).toBeLessThanOrEqual(LOWEST_TIER_MOST);
});

test('buys the coins of thirty orders a minute, each within a minute, while all reads continue', async () => {
  const { clock, now, venue, buy } = await openMarket();
  const tookSeconds: number[] = [];
  const reads = { statement: 0, movements: 0, balances: 0 };
  const pool = createStepPool((error) => {
    throw error;
  });
  let waitingReads = Promise.resolve();

  /** Reads the account as the worker does: the statement every three minutes, the rest every minute (`worker.ts`). */
  async function readAccount(minute: number): Promise<void> {
    const since = new Date(now().getTime() - 15 * 60_000);
    if ((await venue.getBalances()).kind === 'ok') reads.balances += 1;
    if ((await venue.listMovements({ since })).kind === 'ok') reads.movements += 1;
    if (minute % 3 === 0 && (await venue.readStatement(since)).kind === 'ok') reads.statement += 1;
  }

  const MINUTES = 7;
  for (let second = 0; second < MINUTES * 60; second += SWEEP_SECONDS) {
    pool.begin(String(second), async () => void tookSeconds.push(await buy(`order-${second}`)));
    if (second % 60 === 0) waitingReads = waitingReads.then(() => readAccount(second / 60));
    await clock.pass(SWEEP_SECONDS);
  }
  await clock.pass(60);
  expect(tookSeconds).toHaveLength(MINUTES * 30);
  expect(exchanges.books().orders).toHaveLength(MINUTES * 30);
  expect(Math.max(...tookSeconds)).toBeLessThan(60);
  // The first comparison may find coins that have just moved for the first time, and waits for the next one.
  expect(reads.statement).toBeGreaterThanOrEqual(Math.floor(MINUTES / 3));
  expect(reads).toMatchObject({ balances: MINUTES, movements: MINUTES });
  expect(highestCount).toBeLessThanOrEqual(LOWEST_TIER_MOST);
});

test('buys as soon as the limit allows when a process starts with its key’s limit used up', async () => {
  const { clock, venue, openVenue, buy } = await openMarket();
  for (let calls = 0; calls < LOWEST_TIER_MOST - 1; calls++) await venue.getBalances();
  const restarted = openVenue();
  const tookSeconds: number[] = [];
  const pool = createStepPool((error) => {
    throw error;
  });
  const MINUTES = 4;
  for (let second = 0; second < MINUTES * 60; second += SWEEP_SECONDS) {
    pool.begin(String(second), async () => void tookSeconds.push(await buy(`order-${second}`, restarted)));
    await clock.pass(SWEEP_SECONDS);
  }
  await clock.pass(60);
  expect(tookSeconds).toHaveLength(MINUTES * 30);
  // The first ones wait until Kraken no longer counts earlier and refused calls.
  expect(Math.max(...tookSeconds)).toBeLessThan(120);
});
