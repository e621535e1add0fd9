import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthenticationError, BadSymbol, ExchangeError, InsufficientFunds, InvalidNonce, kraken } from 'ccxt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../tools/patience/waitFor.testing.ts';
import { createSandboxClock, type SandboxClock } from '../world/clock.ts';
import { credentials } from '../world/credentials.ts';
import { createFaults, type Fault, type Faults, faultSchema } from '../world/faults.ts';
import { toFixedPoint } from './fixedPoint.ts';
import { createKrakenKey } from './krakenKey.ts';
import { type ExchangesStandIn, startExchanges } from './start.ts';

const ANY_PORT = { kraken: 0, coinbase: 0, bitstamp: 0 };

let dataDir: string;
let clock: SandboxClock;
let faults: Faults;
let exchanges: ExchangesStandIn;

const start = () => startExchanges({ dataDir, clock, faults, productUrl: 'http://127.0.0.1:9' }, ANY_PORT);

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'slipway-exchanges-'));
  clock = createSandboxClock();
  faults = createFaults();
  exchanges = await start();
});
afterEach(async () => {
  await exchanges.stop();
  rmSync(dataDir, { recursive: true });
});

let lastNonce = 0;

/** Returns a higher nonce at each call. The library's nonce is the time in milliseconds, so two calls at once could share it. */
function nextNonce(): number {
  lastNonce = Math.max(lastNonce + 1, Date.now());
  return lastNonce;
}

function createClient(settings: object = {}): kraken {
  const exchange = new kraken({
    apiKey: credentials.kraken.apiKey,
    secret: credentials.kraken.apiSecret,
    enableRateLimit: false,
    nonce: nextNonce,
    ...settings,
  });
  exchange.urls.api = { public: exchanges.url, private: exchanges.url };
  return exchange;
}

const inject = (fault: Partial<Fault>) => faults.replace([faultSchema.parse(fault)]);

async function fetchJson(url: string): Promise<Record<string, string>> {
  return (await (await fetch(url)).json()) as Record<string, string>;
}

async function readBids(): Promise<Record<'kraken' | 'coinbase' | 'bitstamp', number>> {
  const ticker = await createClient().fetchTicker('BTC/EUR');
  const coinbase = await fetchJson(`${exchanges.urls.coinbase}/products/BTC-EUR/ticker`);
  const bitstamp = await fetchJson(`${exchanges.urls.bitstamp}/api/v2/ticker/btceur/`);
  return { kraken: Number(ticker.bid), coinbase: Number(coinbase.bid), bitstamp: Number(bitstamp.bid) };
}

const IOC = { timeInForce: 'IOC', oflags: 'fcib' };

test('the opening deposits are more than a week old, and each wallet’s withdrawal address is added once', async () => {
  const WEEK_MS = 7 * 24 * 60 * 60_000;
  const ages = exchanges.books().ledger.map(({ time }) => clock.now().getTime() - time * 1000);
  expect(ages.length).toBeGreaterThan(0);
  // Movements of the week before the books began may still be booked by hand, and are not part of the opening balance.
  expect(Math.min(...ages)).toBeGreaterThan(WEEK_MS);
  const wallets = { ethereum: '0x5aF2000000000000000000000000000000010cE0' };
  for (const _ of ['once', 'again']) {
    await exchanges.stop();
    exchanges = await startExchanges({ dataDir, clock, faults, productUrl: 'http://127.0.0.1:9' }, ANY_PORT, {
      wallets,
    });
  }
  const ether = exchanges.books().addresses.filter(({ asset }) => asset === 'XETH');
  expect(ether).toEqual([expect.objectContaining({ method: 'Ether', address: wallets.ethereum, verified: true })]);
});

describe('the market of the three exchanges', () => {
  test('the prices agree within a tenth of a percent', async () => {
    const prices = Object.values(await readBids());
    expect(Math.max(...prices) / Math.min(...prices)).toBeLessThan(1.001);
  });

  test('a price shift changes the prices of all exchanges until it is reset', async () => {
    const before = await readBids();
    exchanges.market.setPriceShift('BTC', 3);
    const after = await readBids();
    for (const id of ['kraken', 'coinbase', 'bitstamp'] as const) expect(after[id] / before[id]).toBeCloseTo(1.03, 3);
    exchanges.market.setPriceShift('BTC', 0);
    expect((await readBids()).kraken / before.kraken).toBeCloseTo(1, 4);
  });

  test('a price gap affects one exchange as many times as injected', async () => {
    const before = await readBids();
    inject({ standIn: 'coinbase', effect: 'price_gap', size: 20 });
    const during = await readBids();
    expect(during.coinbase / before.coinbase).toBeCloseTo(1.2, 3);
    expect(during.kraken / before.kraken).toBeCloseTo(1, 3);
    expect((await readBids()).coinbase / before.coinbase).toBeCloseTo(1, 3);
  });

  test('a stale price has its old timestamp', async () => {
    inject({ standIn: 'bitstamp', effect: 'price_stale', size: 90 });
    const { timestamp } = await fetchJson(`${exchanges.urls.bitstamp}/api/v2/ticker/btceur/`);
    expect(clock.now().getTime() / 1000 - Number(timestamp)).toBeGreaterThanOrEqual(89);
  });

  test('a feed can be stale, crossed, down and live again', async () => {
    exchanges.market.setFeed('coinbase', 'stale');
    const before = await fetchJson(`${exchanges.urls.coinbase}/products/BTC-EUR/ticker`);
    clock.advance(3_600);
    const after = await fetchJson(`${exchanges.urls.coinbase}/products/BTC-EUR/ticker`);
    expect([after.bid, after.time]).toEqual([before.bid, before.time]);

    exchanges.market.setFeed('kraken', 'crossed');
    const crossed = await createClient().fetchTicker('BTC/EUR');
    expect(Number(crossed.bid)).toBeGreaterThan(Number(crossed.ask));

    exchanges.market.setFeed('bitstamp', 'down');
    expect((await fetch(`${exchanges.urls.bitstamp}/api/v2/ticker/`)).status).toBe(503);
    expect(exchanges.market.state().feeds).toEqual({ kraken: 'crossed', coinbase: 'stale', bitstamp: 'down' });
    exchanges.market.setFeed('bitstamp', 'live');
    expect((await fetch(`${exchanges.urls.bitstamp}/api/v2/ticker/`)).status).toBe(200);
  });

  test('the depth of an order book is multiplied by its factor', async () => {
    const usual = await createClient().fetchOrderBook('ETH/EUR', 10);
    exchanges.market.setDepth('ETH', 0.5);
    const half = await createClient().fetchOrderBook('ETH/EUR', 10);
    expect(Number(half.asks[0]?.[1]) / Number(usual.asks[0]?.[1])).toBeCloseTo(0.5, 3);
    exchanges.market.setDepth('ETH', 0);
    expect((await createClient().fetchOrderBook('ETH/EUR', 10)).asks).toEqual([]);
  });

  test('an unlisted pair is refused with each exchange’s error', async () => {
    const answer = await fetchJson(`${exchanges.url}/0/public/Ticker?pair=NOSUCH`);
    expect(answer.error).toEqual(['EQuery:Unknown asset pair']);
    expect(await fetchJson(`${exchanges.urls.coinbase}/products/NO-SUCH/ticker`)).toEqual({ message: 'NotFound' });
    expect((await fetch(`${exchanges.urls.bitstamp}/api/v2/ticker/nosuch/`)).status).toBe(404);
    await expect(createClient().fetchTicker('NOSUCH/EUR')).rejects.toThrow(BadSymbol);
  });
});

describe('the account at Kraken', () => {
  test('executes orders of the official client, which reads them back', async () => {
    const exchange = createClient();
    const before = await exchange.fetchBalance();
    const placed = await exchange.createOrder('BTC/EUR', 'limit', 'buy', 0.01, 70_000, {
      ...IOC,
      clientOrderId: 'order-1',
    });
    const order = await exchange.fetchOrder(String(placed.id));
    expect(order).toMatchObject({ status: 'closed', filled: 0.01, clientOrderId: 'order-1', symbol: 'BTC/EUR' });
    const [closed] = await exchange.fetchClosedOrders(undefined, undefined, undefined, { clientOrderId: 'order-1' });
    expect(closed?.id).toBe(order.id);

    const after = await exchange.fetchBalance();
    const total = (balance: typeof after, code: string) => toFixedPoint(String(balance[code]?.total ?? 0));
    expect(total(after, 'BTC') - total(before, 'BTC')).toBe(toFixedPoint('0.00996'));
    expect(total(before, 'EUR') - total(after, 'EUR')).toBe(toFixedPoint(exchanges.books().orders[0]?.cost ?? ''));
  });

  // https://support.kraken.com/articles/360001184886: "the Trades history will still show the fee value in the quote currency".
  test('takes the fee in the base currency, but reports it in the quote currency', async () => {
    const exchange = createClient();
    await exchange.createOrder('BTC/EUR', 'limit', 'buy', 0.01, 70_000, IOC);
    const [order] = exchanges.books().orders;
    const estimate = Number(order?.cost) * 0.004;
    expect(Number(order?.fee)).toBeCloseTo(estimate, 4);
    const { trades } = (await exchange.request('TradesHistory', 'private', 'POST', {})).result;
    const fees = Object.values<{ fee: string }>(trades).map(({ fee }) => Number(fee));
    expect(fees.reduce((sum, fee) => sum + fee, 0)).toBeCloseTo(estimate, 4);
    const taken = exchanges.books().ledger.filter(({ type, fee }) => type === 'trade' && Number(fee) > 0);
    expect(new Set(taken.map(({ asset }) => asset))).toEqual(new Set(['XXBT']));
    expect(taken.reduce((sum, { fee }) => sum + Number(fee), 0)).toBeCloseTo(0.00004, 9);
  });

  test('balances are the sums of the ledger after every kind of fee', async () => {
    const buy = (oflags: string) =>
      createClient().createOrder('ETH/USD', 'limit', 'buy', 12.3456789, 5_000, { timeInForce: 'IOC', oflags });
    await buy('fcib');
    await buy('fciq');
    exchanges.market.setThirdAssetFee(true);
    await buy('fcib');
    const { balances, ledger, orders } = exchanges.books();
    expect(orders.map(({ fee }) => Number(fee) > 0)).toEqual([true, true, true]);
    for (const [asset, balance] of Object.entries(balances)) {
      const lines = ledger.filter((entry) => entry.asset === asset);
      const sum = lines.reduce((total, line) => total + toFixedPoint(line.amount) - toFixedPoint(line.fee), 0n);
      expect(sum).toBe(toFixedPoint(balance));
    }
    expect(Number(balances.KFEE)).toBeLessThan(10_000_000);
  });

  test('keeps all records over a restart', async () => {
    await createClient().createOrder('BTC/EUR', 'limit', 'buy', 0.01, 70_000, IOC);
    const before = structuredClone(exchanges.books());
    await exchanges.stop();
    exchanges = await start();
    expect(exchanges.books()).toEqual(before);
    expect(await (await fetch(`${exchanges.url}/api/books`)).json()).toEqual(before);
  });

  test('books an order whose response is lost, but not one that never arrived', async () => {
    inject({ standIn: 'kraken', call: '/0/private/AddOrder', effect: 'lose_answer_after' });
    await expect(createClient().createOrder('BTC/EUR', 'limit', 'buy', 0.01, 70_000, IOC)).rejects.toThrow();
    expect(exchanges.books().orders).toHaveLength(1);
    inject({ standIn: 'kraken', call: '/0/private/AddOrder', effect: 'lose_answer_before' });
    await expect(createClient().createOrder('BTC/EUR', 'limit', 'buy', 0.01, 70_000, IOC)).rejects.toThrow();
    expect(exchanges.books().orders).toHaveLength(1);
  });

  test('books an order at once if its response is late', async () => {
    inject({ standIn: 'kraken', call: '/0/private/AddOrder', effect: 'answer_late', size: 0.5 });
    let answered = false;
    const answer = createClient()
      .createOrder('BTC/EUR', 'limit', 'buy', 0.01, 70_000, IOC)
      .then(() => {
        answered = true;
      });
    await waitFor(() => expect(exchanges.books().orders).toHaveLength(1));
    expect(answered).toBe(false);
    await answer;
  });

  test('cancels an open order once', async () => {
    inject({ standIn: 'kraken', effect: 'order_stays_open', size: 10 });
    const { id = '' } = await createClient().createOrder('BTC/EUR', 'limit', 'buy', 0.01, 70_000, IOC);
    expect(Object.keys(await createClient().fetchOpenOrders('BTC/EUR'))).toHaveLength(1);
    await createClient().cancelOrder(id, 'BTC/EUR');
    expect(exchanges.books().orders.map(({ status, executed }) => `${status} ${executed}`)).toEqual([
      'canceled 0.00100000',
    ]);
    await expect(createClient().cancelOrder(id, 'BTC/EUR')).rejects.toThrow(/EOrder:Unknown order/);
  });

  test('refuses a wrong key, a wrong signature and a nonce used twice', async () => {
    await expect(createClient({ apiKey: 'other' }).fetchBalance()).rejects.toThrow(AuthenticationError);
    await expect(createClient({ secret: 'b3RoZXI=' }).fetchBalance()).rejects.toThrow(/EAPI:Invalid signature/);
    const frozen = createClient({ nonce: () => 1_795_250_000_000 });
    await frozen.fetchBalance();
    await expect(frozen.fetchBalance()).rejects.toThrow(InvalidNonce);
  });

  test('accepts only increasing nonces if the key has no nonce window', async () => {
    const [first, second] = [createClient({ nonce: () => 2_000 }), createClient({ nonce: () => 1_999 })];
    await first.fetchBalance();
    await second.fetchBalance();
    exchanges.key.setNonceWindow(0);
    await expect(createClient({ nonce: () => 1_998 }).fetchBalance()).rejects.toThrow(InvalidNonce);
    await createClient({ nonce: () => 2_001 }).fetchBalance();
  });

  test('accepts each nonce once in a wider nonce window', () => {
    const key = createKrakenKey();
    key.controls.setNonceWindow(100_000);
    // Kraken limits orders in its matching engine, so they do not use up the rate limit of the key.
    for (let nonce = 5; nonce <= 30_000; nonce += 5) expect(key.refuse('AddOrder', String(nonce))).toBeUndefined();
    expect(key.refuse('AddOrder', '5')).toBe('EAPI:Invalid nonce');
  });

  test('counts calls as Kraken does, and refuses them above the limit', async () => {
    exchanges.key.setLimit({ most: 3, perSecond: 1 / 3_600 });
    const exchange = createClient();
    await exchange.fetchLedger();
    expect(Math.round(exchanges.key.counted())).toBe(2);
    await exchange.fetchBalance();
    await expect(exchange.fetchBalance()).rejects.toThrow(/EAPI:Rate limit exceeded/);
    await exchange.createOrder('BTC/EUR', 'limit', 'buy', 0.01, 70_000, IOC).catch(() => undefined);
    expect(Math.round(exchanges.key.counted())).toBe(4);
  });

  test('enforces Kraken’s rules for orders', async () => {
    const buy = (amount: number, price: number, more: object = {}) =>
      createClient().createOrder('BTC/EUR', 'limit', 'buy', amount, price, { ...IOC, ...more });
    await expect(buy(0.00001, 60_000)).rejects.toThrow(/EOrder:Order minimum not met/);
    await expect(buy(0.00005, 1)).rejects.toThrow(/EOrder:Cost minimum not met/);
    await expect(buy(100_000, 60_000)).rejects.toThrow(InsufficientFunds);
    await expect(buy(1, 60_000, { deadline: new Date(Date.now() - 1_000).toISOString() })).rejects.toThrow(
      /Deadline elapsed/,
    );
    await expect(buy(1, 60_000, { clientOrderId: 'longer than eighteen characters' })).rejects.toThrow(ExchangeError);
    expect(exchanges.books().orders).toEqual([]);
  });
});
