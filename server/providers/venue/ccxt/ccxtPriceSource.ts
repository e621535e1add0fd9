import { type Decimal, parseDecimal } from '@slipway/money/decimal.ts';
import type { Exchange } from 'ccxt';
import { z } from 'zod';
import type { BudgetClock } from '../../callBudget.ts';
import { ok } from '../../outcome.ts';
import type { HourPrice, Market, PriceSource, Ticker } from '../venuePort.ts';
import { createMarketLoader, openExchange } from './exchange.ts';
import type { PriceSourceConfig } from './manifest.ts';
import { toUnavailable } from './map.ts';
import type { PriceExchangeId } from './publicLimits.ts';

/** Figures are strings, unlike ccxt's types, since the exchange is opened with `number: String`. */
const answerSchema = z.object({
  symbol: z.string(),
  bid: z.string(),
  ask: z.string(),
  timestamp: z.number().nullish(),
  quoteVolume: z.string().nullish().catch(undefined),
  info: z.unknown(),
});
type Answer = z.infer<typeof answerSchema>;

/** Start in milliseconds, opening, highest, lowest and closing price, volume. */
const candleSchema = z.tuple([z.number(), z.unknown(), z.unknown(), z.unknown(), z.string()]).rest(z.unknown());

const HOUR_MS = 3_600_000;
/** Coinbase gives 300 in one answer at most, Kraken 720, Bitstamp 1000. */
const MOST_CANDLES = 300;

/**
 * Number of requests for tickers: one for `all` markets, or one for `each` market if the answer for all has no bid and
 * ask. Kraken's `o` and Bitstamp's `open` are the day's opening price; only `open_24` is the price 24 hours ago.
 */
const TICKER_MODES: Readonly<
  Record<PriceExchangeId, { readonly tickers: 'all' | 'each'; readonly openField?: string }>
> = {
  kraken: { tickers: 'all' },
  coinbase: { tickers: 'each' },
  bitstamp: { tickers: 'all', openField: 'open_24' },
};

/**
 * Creates a source of an exchange's public prices through ccxt. `now` is the product's clock. It dates Kraken's prices,
 * which have no time, so a stalled feed of Kraken is detected only by its deviation from the other sources.
 */
export function createCcxtPriceSource(
  config: PriceSourceConfig & { readonly now?: () => Date; readonly budgetClock?: BudgetClock },
): PriceSource {
  const { exchangeId, now = () => new Date(), apiUrl, budgetClock } = config;
  const exchange = openExchange(exchangeId, { apiUrl, budgetClock });
  const loadMarkets = createMarketLoader(exchange);

  return {
    id: exchangeId,
    async getTickers(markets) {
      try {
        await loadMarkets();
        const bySymbol = new Map(markets.map((market) => [formatMarketSymbol(market), market]));
        const symbols = [...bySymbol.keys()].filter((symbol) => exchange.markets?.[symbol]?.active === true);
        const answers = await fetchTickers(exchange, TICKER_MODES[exchangeId].tickers, symbols);
        return ok(answers.flatMap((answer) => readTicker(exchangeId, answer, bySymbol, now) ?? []));
      } catch (error) {
        return toUnavailable(error);
      }
    },
    async getHourPrices(market, since) {
      try {
        await loadMarkets();
        const symbol = formatMarketSymbol(market);
        if (exchange.markets?.[symbol]?.active !== true) return ok([]);
        const candles = await exchange.fetchOHLCV(symbol, '1h', since.getTime(), MOST_CANDLES);
        return ok(
          z
            .array(candleSchema)
            .parse(candles)
            .flatMap((candle) => readHourPrice(candle, now()) ?? []),
        );
      } catch (error) {
        return toUnavailable(error);
      }
    },
  };
}

/** Returns undefined for the running hour, whose closing price is not known yet, and for a price that is not positive. */
function readHourPrice([begin, , , , close]: z.infer<typeof candleSchema>, now: Date): HourPrice | undefined {
  const at = new Date(begin + HOUR_MS);
  const price = readDecimal(close);
  return price && price.coefficient > 0n && at <= now ? { at, price } : undefined;
}

/** ccxt writes every code in upper case. */
export function formatMarketSymbol({ base, quote }: Market): string {
  return `${base.toUpperCase()}/${quote.toUpperCase()}`;
}

/** Omits a market that fails; rejects if all fail. */
async function fetchTickers(exchange: Exchange, mode: 'all' | 'each', symbols: string[]): Promise<unknown[]> {
  if (symbols.length === 0) return [];
  if (mode === 'all') return Object.values(await exchange.fetchTickers(symbols));
  const settled = await Promise.allSettled(symbols.map((symbol) => exchange.fetchTicker(symbol)));
  const answered = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = settled.find((result) => result.status === 'rejected');
  if (answered.length === 0 && failure) throw failure.reason;
  return answered;
}

/** Returns undefined for a ticker without a bid and an ask. */
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
  const { openField } = TICKER_MODES[exchangeId];
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
