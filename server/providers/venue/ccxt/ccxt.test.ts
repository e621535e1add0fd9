import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { kraken } from 'ccxt';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ExchangesStandIn, startExchanges } from '../../../../sandbox/exchanges/start.ts';
import { createSandboxClock } from '../../../../sandbox/world/clock.ts';
import { credentials } from '../../../../sandbox/world/credentials.ts';
import { createFaults, type Fault, faultSchema } from '../../../../sandbox/world/faults.ts';
import { priceSourceConformance, type TradingVenueSubject, tradingVenueConformance } from '../conformance.ts';
import { createCcxtPriceSource } from './ccxtPriceSource.ts';
import { createCcxtTradingVenue } from './ccxtTradingVenue.ts';
import { toClOrdId } from './clientOrderId.ts';
import { fastBudgetClock } from './fastBudget.testing.ts';
import { type PriceExchangeId, priceExchangeIds } from './publicLimits.ts';

/** An address without a server. */
const NOWHERE = 'http://127.0.0.1:9';

async function openWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), 'slipway-exchanges-'));
  const clock = createSandboxClock();
  const faults = createFaults();
  const exchanges = await startExchanges(
    { dataDir, clock, faults, productUrl: NOWHERE },
    { kraken: 0, coinbase: 0, bitstamp: 0 },
    { nowMs: fastBudgetClock.nowMs },
  );
  const stop = async () => {
    await exchanges.stop();
    rmSync(dataDir, { recursive: true });
  };
  const inject = (fault: Partial<Fault>) => faults.replace([faultSchema.parse(fault)]);
  return { exchanges, clock, inject, stop };
}

/** The call for tickers of each exchange. */
const TICKER_CALLS: Readonly<Record<PriceExchangeId, string>> = {
  kraken: '/0/public/Ticker',
  coinbase: '/products/BTC-EUR/ticker',
  bitstamp: '/api/v2/ticker/',
};

/** The call for an hour's candles of each exchange. */
const CANDLE_CALLS: Readonly<Record<PriceExchangeId, string>> = {
  kraken: '/0/public/OHLC',
  coinbase: '/products/BTC-EUR/candles',
  bitstamp: '/api/v2/ohlc/btceur/',
};

for (const exchangeId of priceExchangeIds) {
  priceSourceConformance(exchangeId, async () => {
    const { exchanges, clock, inject, stop } = await openWorld();
    return {
      source: createCcxtPriceSource({
        exchangeId,
        apiUrl: exchanges.urls[exchangeId],
        budgetClock: fastBudgetClock,
        now: clock.now,
      }),
      // Kraken's tickers have no time.
      passTime:
        exchangeId === 'kraken'
          ? undefined
          : (seconds) => {
              exchanges.market.setFeed(exchangeId, 'stale');
              clock.advance(seconds);
            },
      now: clock.now,
      crossFeed: () => exchanges.market.setFeed(exchangeId, 'crossed'),
      loseNextAnswer: () =>
        inject({ standIn: exchangeId, call: TICKER_CALLS[exchangeId], effect: 'lose_answer_before' }),
      loseNextHours: () =>
        inject({ standIn: exchangeId, call: CANDLE_CALLS[exchangeId], effect: 'lose_answer_before' }),
      stop,
    };
  });
}

test('waits for the published rate limit only if the previous call was just made', async () => {
  const { exchanges, stop } = await openWorld();
  onTestFinished(stop);
  let nowMs = 0;
  const pausesMs: number[] = [];
  const budgetClock = {
    nowMs: () => nowMs,
    sleep: async (ms: number) => {
      nowMs += ms;
      pausesMs.push(ms);
    },
  };
  const source = createCcxtPriceSource({ exchangeId: 'kraken', apiUrl: exchanges.urls.kraken, budgetClock });
  const readPauses = async () => {
    expect(await source.getTickers([{ base: 'BTC', quote: 'EUR' }])).toMatchObject({ kind: 'ok' });
    return pausesMs.splice(0);
  };
  await readPauses();
  expect(await readPauses()).toEqual([1_000]);
  nowMs += 1_000;
  expect(await readPauses()).toEqual([]);
});

tradingVenueConformance('kraken', async (): Promise<TradingVenueSubject> => {
  const { exchanges, clock, inject, stop } = await openWorld();
  const postToSandbox = async (path: string, body: object) => {
    const answer = await fetch(exchanges.urls.kraken + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  let machineAheadMs = 0;
  const config = {
    exchangeId: 'kraken' as const,
    apiUrl: exchanges.urls.kraken,
    ...credentials.kraken,
    tier: 'starter' as const,
    budgetClock: fastBudgetClock,
    machineNow: () => new Date(Date.now() + machineAheadMs),
  };
  const injectOnOrder = (effect: Fault['effect'], call = '/0/private/AddOrder') =>
    inject({ standIn: 'kraken', call, effect });
  return {
    // A different key has the right to withdraw, as in the signer.
    venue: {
      ...createCcxtTradingVenue(config),
      withdraw: createCcxtTradingVenue({ ...config, ...credentials.krakenWithdrawals }).withdraw,
    },
    books: (clientOrderId) => readBooks(exchanges, clientOrderId),
    setDepth: exchanges.market.setDepth,
    takeFeesInThirdAsset: () => exchanges.market.setThirdAssetFee(true),
    loseNextOrder: (when) => injectOnOrder(when === 'before' ? 'lose_answer_before' : 'lose_answer_after'),
    executeNextOrderTwice: () => injectOnOrder('order_twice'),
    leaveNextOrderOpen: () => injectOnOrder('order_stays_open'),
    fillBeforeNextCancellation: () => injectOnOrder('cancel_too_late', '/0/private/CancelOrder'),
    fillNextOrder: (percent) =>
      inject({ standIn: 'kraken', effect: percent === 0 ? 'fill_nothing' : 'fill_part', size: percent }),
    // The first two such calls search for an earlier order: among the recent ones and by the id.
    loseNextOrderQuery: () =>
      inject({ standIn: 'kraken', call: '/0/private/ClosedOrders', effect: 'lose_answer_before', after: 2 }),
    delayLedger: (readings, missing) =>
      inject({
        standIn: 'kraken',
        call: '/0/private/Ledgers',
        effect: 'ledger_late',
        times: readings,
        size: missing === 'all' ? 1_000 : 1,
      }),
    moveAccount: (kind, currency, amount, fee) =>
      postToSandbox('/api/movements', {
        type: kind === 'other' ? 'staking' : kind,
        asset: currency === 'BTC' ? 'XXBT' : 'ZEUR',
        amount,
        fee,
      }),
    earn: (where, amount) =>
      postToSandbox('/api/earn', { asset: 'XXBT', earns: where === 'flexible' ? 'XBT.F' : 'XBT.B', amount }),
    allowAddress: (address, verified) =>
      postToSandbox('/api/withdraw-addresses', {
        asset: 'XXBT',
        method: 'Bitcoin',
        address,
        key: 'treasury',
        verified,
      }),
    // Kraken's methods and addresses for withdrawals are requested first, under the same path.
    loseNextWithdrawal: (when) =>
      inject({
        standIn: 'kraken',
        call: '/0/private/Withdraw',
        effect: when === 'before' ? 'lose_answer_before' : 'lose_answer_after',
        after: 2,
      }),
    passWithdrawal: () => clock.advance(120),
    failNextOrder: (how) => injectOnOrder(how),
    passDeadline: () => {
      machineAheadMs += 10_000;
    },
    stallUntilDeadline: () => {
      machineAheadMs -= 10_000;
    },
    withWrongKey: () => createCcxtTradingVenue({ ...config, apiKey: 'unknown key' }),
    unreachable: () => createCcxtTradingVenue({ ...config, apiUrl: NOWHERE }),
    stop,
  };
});

/** Reads the amounts from the account's ledger and not from the order, so that the two are compared. */
function readBooks(exchanges: ExchangesStandIn, clientOrderId: string) {
  const { orders, ledger } = exchanges.books();
  const mine = orders.filter((order) => order.clOrdId === toClOrdId(clientOrderId));
  const trades = new Set(mine.flatMap((order) => order.trades));
  const entries = ledger.filter((entry) => trades.has(entry.refid));
  const sumEntries = (asset: string, field: 'amount' | 'fee', decimals: number) =>
    decimalSum(
      entries.filter((entry) => entry.asset === asset).map((entry) => entry[field]),
      decimals,
    );
  const fees = [
    { currency: 'BTC', amount: sumEntries('XXBT', 'fee', 10) },
    { currency: 'EUR', amount: sumEntries('ZEUR', 'fee', 4) },
    { currency: 'KFEE', amount: sumEntries('KFEE', 'fee', 2) },
  ];
  return {
    executions: mine.length,
    filledBase: sumEntries('XXBT', 'amount', 10),
    cost: sumEntries('ZEUR', 'amount', 4).replace('-', ''),
    fees: fees.filter(({ amount }) => /[1-9]/.test(amount)),
  };
}

function decimalSum(texts: readonly string[], decimals: number): string {
  const units = texts.reduce((sum, text) => {
    const { coefficient } = parseDecimal(text.replace('-', ''));
    return text.startsWith('-') ? sum - coefficient : sum + coefficient;
  }, 0n);
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

describe("Kraken's key", () => {
  const EUR_BUY = { market: { base: 'BTC', quote: 'EUR' }, side: 'buy' as const, mayStillSend: async () => true };
  const buy = (clientOrderId: string) => ({
    ...EUR_BUY,
    clientOrderId,
    baseAmount: parseDecimal('0.002'),
    limitPrice: parseDecimal('90000'),
  });
  let world: Awaited<ReturnType<typeof openWorld>>;
  beforeEach(async () => {
    world = await openWorld();
  });
  afterEach(() => world.stop());
  const venue = (config: object = {}) =>
    createCcxtTradingVenue({
      exchangeId: 'kraken',
      apiUrl: world.exchanges.urls.kraken,
      ...credentials.kraken,
      tier: 'starter' as const,
      budgetClock: fastBudgetClock,
      ...config,
    });

  test('can be shared by workers even without a nonce window, and each order is bought once', async () => {
    world.exchanges.key.setNonceWindow(0);
    const workers = [venue(), venue()];
    const countExecutions = (id: string) => readBooks(world.exchanges, id).executions;
    await Promise.all(
      Array.from({ length: 8 }, async (_, count) => {
        const request = buy(`order-${count}`);
        const worker = workers[count % 2] as (typeof workers)[0];
        let executed = await worker.execute(request);
        while (executed.kind === 'unavailable') {
          expect(countExecutions(request.clientOrderId)).toBe(0);
          executed = await worker.execute(request);
        }
        if (executed.kind === 'unknown') expect(countExecutions(request.clientOrderId)).toBe(1);
      }),
    );
    for (let count = 0; count < 8; count++) expect(countExecutions(`order-${count}`)).toBe(1);
  });

  test('buys nothing while another process has sent greater nonces', async () => {
    world.exchanges.key.setNonceWindow(0);
    const other = new kraken({ ...credentials.kraken, secret: credentials.kraken.apiSecret, nonce: () => 9e15 });
    other.urls.api = { public: world.exchanges.url, private: world.exchanges.url };
    await other.fetchBalance();
    const outcome = await venue().execute(buy('order-1'));
    expect(outcome).toMatchObject({ kind: 'unavailable', detail: expect.stringContaining('EAPI:Invalid nonce') });
    expect(world.exchanges.books().orders).toEqual([]);
  });
});

describe('the id of an order at Kraken', () => {
  test('is the product’s id if Kraken accepts it, otherwise a hash of it', () => {
    expect(toClOrdId('6d1b345e-2821-40e2-ad83-4ecb18a06876')).toBe('6d1b345e-2821-40e2-ad83-4ecb18a06876');
    expect(toClOrdId('order-17')).toBe('order-17');
    expect(toClOrdId('x'.repeat(19))).toMatch(/^[0-9a-f]{32}$/);
    expect(toClOrdId('x'.repeat(19))).not.toBe(toClOrdId('x'.repeat(20)));
  });
});
