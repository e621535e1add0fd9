import type { Exchange } from 'ccxt';
import { type BudgetClock, createCallBudget } from '../../callBudget.ts';
import { bitstamp, coinbaseexchange, kraken } from './library.ts';
import { type PriceExchangeId, PUBLIC_LIMITS } from './publicLimits.ts';

/** Timeout of one request, without the wait for the rate limit. */
const REQUEST_TIMEOUT_MS = 10_000;

const MARKETS_FRESH_MS = 3_600_000;

/** ccxt's class of each exchange. Coinbase has several APIs; the prices of this one are public. */
const EXCHANGES: Readonly<Record<PriceExchangeId, new (config: object) => Exchange>> = {
  kraken,
  coinbase: coinbaseexchange,
  bitstamp,
};

type OpenSettings = {
  readonly apiUrl?: string | undefined;
  /** Clock of the rate limit, for tests. */
  readonly budgetClock?: BudgetClock | undefined;
  /** Any other setting of ccxt. */
  readonly [setting: string]: unknown;
};

/**
 * Opens an exchange. With `number: String` ccxt returns the exchange's digits unchanged, so that no float rounds them.
 * Public calls begin at most at the rate of {@link PUBLIC_LIMITS}.
 */
export function openExchange(exchangeId: PriceExchangeId, { apiUrl, budgetClock, ...own }: OpenSettings): Exchange {
  const exchange = new EXCHANGES[exchangeId]({
    enableRateLimit: true,
    ...own,
    number: String,
    timeout: REQUEST_TIMEOUT_MS,
  });
  // ccxt's own limiter is refilled only while a call waits: even a call after a long pause waits for a whole interval, in
  // steps of one millisecond (leakyBucketLoop in js/src/base/functions/throttle.js).
  const [{ calls, perSeconds }] = PUBLIC_LIMITS[exchangeId];
  const budget = createCallBudget({ most: 1, perSecond: calls / perSeconds }, budgetClock);
  exchange.throttle = () => budget.take(1, 'start');
  if (apiUrl !== undefined) redirectExchange(exchange, apiUrl);
  return exchange;
}

/** Replaces the host and keeps the paths: Bitstamp's API is under `/api`. */
function redirectExchange(exchange: Exchange, apiUrl: string): void {
  const api: Record<string, string> = exchange.urls.api;
  for (const [kind, url] of Object.entries(api)) {
    api[kind] = url.replace(/^https?:\/\/[^/]+/, apiUrl);
  }
}

/**
 * Returns a function that loads the list of markets, and reloads it after an hour. No call waits for a reload. If a
 * reload fails, the old list stays in use.
 */
export function createMarketLoader(exchange: Exchange): () => Promise<void> {
  let loadedAt: number | undefined;
  return async () => {
    const now = performance.now();
    if (loadedAt === undefined) await exchange.loadMarkets();
    else if (now - loadedAt < MARKETS_FRESH_MS) return;
    else void exchange.loadMarkets(true).catch(() => undefined);
    loadedAt = now;
  };
}
