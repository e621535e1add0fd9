import { type Decimal, parseDecimal } from '@slipway/money/decimal.ts';
import type { Exchange } from 'ccxt';
import { z } from 'zod';
import { ok } from '../../outcome.ts';
import type { Market, PriceSource, Ticker } from '../venuePort.ts';
import { marketLoader, openExchange } from './exchange.ts';
import type { PriceExchangeId, PriceSourceConfig } from './manifest.ts';
import { unavailable } from './map.ts';

/** With `number: String` the figures are strings, whatever ccxt's own types say. */
const answerSchema = z.object({
  symbol: z.string(),
  bid: z.string(),
  ask: z.string(),
  timestamp: z.number().nullish(),
  quoteVolume: z.string().nullish().catch(undefined),
  info: z.unknown(),
});
type Answer = z.infer<typeof answerSchema>;

/**
 * How many requests the tickers take: one for `all`, or one for `each` market where the answer for all of them has no bid
 * and ask. Kraken's `o` and Bitstamp's `open` are the day's opening price; only `open_24` is that of 24 hours ago.
 */
const MANNERS: Readonly<Record<PriceExchangeId, { readonly tickers: 'all' | 'each'; readonly openField?: string }>> = {
  kraken: { tickers: 'all' },
  coinbase: { tickers: 'each' },
  bitstamp: { tickers: 'all', openField: 'open_24' },
};

/**
 * An exchange's public prices through ccxt. Importing it costs about 0.4 s and 100 MB, since the package has one entry for
 * all exchanges: only the worker does. `now` is the product's clock; it dates the prices of Kraken, which gives no time
 * with them, so that a feed of Kraken's that stands still is seen only by its distance from the others.
 */
export function createCcxtPriceSource(config: PriceSourceConfig & { now?: () => Date }): PriceSource {
  const { exchangeId, now = () => new Date() } = config;
  const exchange = openExchange(exchangeId, { apiUrl: config.apiUrl, rateLimitMs: config.rateLimitMs });
  const loadMarkets = marketLoader(exchange);

  return {
    id: exchangeId,
    async getTickers(markets) {
      try {
        await loadMarkets();
        const bySymbol = new Map(markets.map((market) => [symbolOf(market), market]));
        const symbols = [...bySymbol.keys()].filter((symbol) => exchange.markets?.[symbol]?.active === true);
        const answers = await fetchTickers(exchange, MANNERS[exchangeId].tickers, symbols);
        return ok(answers.flatMap((answer) => readTicker(exchangeId, answer, bySymbol, now) ?? []));
      } catch (error) {
        return unavailable(error);
      }
    },
  };
}

/** ccxt writes every code in capitals. */
export function symbolOf({ base, quote }: Market): string {
  return `${base.toUpperCase()}/${quote.toUpperCase()}`;
}

/** One market that fails is left out; when all fail, so does the call. */
async function fetchTickers(exchange: Exchange, manner: 'all' | 'each', symbols: string[]): Promise<unknown[]> {
  if (symbols.length === 0) return [];
  if (manner === 'all') return Object.values(await exchange.fetchTickers(symbols));
  const settled = await Promise.allSettled(symbols.map((symbol) => exchange.fetchTicker(symbol)));
  const answered = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = settled.find((result) => result.status === 'rejected');
  if (answered.length === 0 && failure) throw failure.reason;
  return answered;
}

/** A ticker without a bid and an ask is no price. */
function readTicker(
  exchangeId: PriceExchangeId,
  answer: unknown,
  bySymbol: ReadonlyMap<string, Market>,
  now: () => Date,
): Ticker | undefined {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) return undefined;
  const market = bySymbol.get(parsed.data.symbol);
  const bid = readDecimal(parsed.data.bid);
  const ask = readDecimal(parsed.data.ask);
  if (!market || !bid || !ask) return undefined;
  const quoteVolume = readDecimal(parsed.data.quoteVolume);
  const open = readOpen(exchangeId, parsed.data);
  return {
    ...market,
    bid,
    ask,
    at: parsed.data.timestamp == null ? now() : new Date(parsed.data.timestamp),
    ...(quoteVolume && { quoteVolume }),
    ...(open && { open }),
  };
}

function readOpen(exchangeId: PriceExchangeId, answer: Answer): Decimal | undefined {
  const { openField } = MANNERS[exchangeId];
  if (openField === undefined) return undefined;
  const info = z.record(z.string(), z.unknown()).safeParse(answer.info);
  return readDecimal(info.data?.[openField]);
}

function readDecimal(text: unknown): Decimal | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    return parseDecimal(text);
  } catch {
    return undefined;
  }
}
