import type { Exchange } from 'ccxt';
import { bitstamp, coinbaseexchange, kraken } from './library.ts';
import type { PriceExchangeId } from './manifest.ts';

/** How long one request may take; waiting for the rate limit does not count. */
const REQUEST_TIMEOUT_MS = 10_000;

const MARKETS_LIVE_MS = 3_600_000;

/** How ccxt spells each exchange. Coinbase has several APIs; this one's prices are public. */
const EXCHANGES: Readonly<Record<PriceExchangeId, new (config: object) => Exchange>> = {
  kraken,
  coinbase: coinbaseexchange,
  bitstamp,
};

type OpenSettings = {
  readonly apiUrl?: string | undefined;
  readonly rateLimitMs?: number | undefined;
  /** Anything else that ccxt takes. */
  readonly [setting: string]: unknown;
};

/** With `number: String` ccxt hands out the exchange's digits as they came, so that no float decides one. */
export function openExchange(exchangeId: PriceExchangeId, { apiUrl, rateLimitMs, ...own }: OpenSettings): Exchange {
  const exchange = new EXCHANGES[exchangeId]({
    enableRateLimit: true,
    ...own,
    number: String,
    timeout: REQUEST_TIMEOUT_MS,
    ...(rateLimitMs === undefined ? {} : { rateLimit: rateLimitMs }),
  });
  if (apiUrl !== undefined) redirect(exchange, apiUrl);
  return exchange;
}

/** Keeps the paths: Bitstamp's API lies below `/api`. */
function redirect(exchange: Exchange, apiUrl: string): void {
  const api: Record<string, string> = exchange.urls.api;
  for (const [kind, url] of Object.entries(api)) {
    api[kind] = url.replace(/^https?:\/\/[^/]+/, apiUrl);
  }
}

/**
 * Loads what the exchange lists, and again after an hour; no call waits for a renewal, and a failed one leaves the old list
 * standing.
 */
export function marketLoader(exchange: Exchange): () => Promise<void> {
  let loadedAt: number | undefined;
  return async () => {
    const now = performance.now();
    if (loadedAt === undefined) await exchange.loadMarkets();
    else if (now - loadedAt < MARKETS_LIVE_MS) return;
    else void exchange.loadMarkets(true).catch(() => undefined);
    loadedAt = now;
  };
}
