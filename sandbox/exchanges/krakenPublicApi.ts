import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SandboxClock } from '../world/clock.ts';
import type { Faults } from '../world/faults.ts';
import {
  type KrakenAsset,
  type KrakenPair,
  krakenAssets,
  krakenMakerFees,
  krakenPairs,
  krakenTakerFees,
} from './listings.ts';
import type { Candle, Level, Market, Quotation } from './market.ts';
import { takePriceFault } from './priceFaults.ts';

export type KrakenAnswer = { readonly error: readonly string[]; readonly result?: unknown };

const MAX_DEPTH = 500;
const MAX_CANDLES = 720;
const HOUR_MS = 3_600_000;

export function createAnswer(result: unknown): KrakenAnswer {
  return { error: [], result };
}

export function createErrorAnswer(...error: string[]): KrakenAnswer {
  return { error };
}

/** Finds a pair by Kraken's own name or by its altname. */
export function findPair(name: string): KrakenPair | undefined {
  return krakenPairs.find((pair) => pair.id === name || pair.altname === name);
}

/** Registers Kraken's market data, https://docs.kraken.com/api-reference/market-data. */
export function installKrakenPublicRoutes(
  app: FastifyInstance,
  market: Market,
  clock: SandboxClock,
  faults: Faults,
): void {
  app.get('/0/public/Time', () =>
    createAnswer({ unixtime: Math.floor(clock.now().getTime() / 1000), rfc1123: clock.now().toUTCString() }),
  );
  app.get('/0/public/SystemStatus', () => createAnswer({ status: 'online', timestamp: clock.now().toISOString() }));
  app.get('/0/public/Assets', () =>
    createAnswer(Object.fromEntries(krakenAssets.map((asset) => [asset.id, formatAsset(asset)]))),
  );
  app.get('/0/public/AssetPairs', () =>
    createAnswer(Object.fromEntries(krakenPairs.map((pair) => [pair.id, formatPair(pair)]))),
  );

  app.get('/0/public/Ticker', (request) => {
    const query = z.object({ pair: z.string().optional() }).parse(request.query);
    const pairs = query.pair === undefined ? krakenPairs : query.pair.split(',').map(findPair);
    const disturbance = takePriceFault(faults, 'kraken', request.url);
    const entries: [string, unknown][] = [];
    for (const pair of pairs) {
      if (!pair) return createErrorAnswer('EQuery:Unknown asset pair');
      entries.push([pair.id, formatTicker(market.readQuotation('kraken', pair, disturbance))]);
    }
    return createAnswer(Object.fromEntries(entries));
  });

  // Returns candles that begin after `since`, at most the newest 720. The last of them is the current hour.
  app.get('/0/public/OHLC', (request) => {
    const query = z.object({ pair: z.string(), interval: z.literal('60'), since: z.coerce.number().int().optional() });
    const { pair: name, since } = query.parse(request.query);
    const pair = findPair(name);
    if (!pair) return createErrorAnswer('EQuery:Unknown asset pair');
    const now = clock.now();
    const oldest = Math.max(now.getTime() - MAX_CANDLES * HOUR_MS, (since ?? 0) * 1000 + 1);
    const hours = market.listHours('kraken', pair, new Date(oldest), now);
    return createAnswer({ [pair.id]: hours.map(formatCandle), last: (hours.at(-2)?.begin.getTime() ?? 0) / 1000 });
  });

  app.get('/0/public/Depth', (request) => {
    const query = z.object({ pair: z.string(), count: z.coerce.number().int().min(1).max(MAX_DEPTH).default(100) });
    const { pair: name, count } = query.parse(request.query);
    const pair = findPair(name);
    if (!pair) return createErrorAnswer('EQuery:Unknown asset pair');
    const quotation = market.readQuotation('kraken', pair, takePriceFault(faults, 'kraken', request.url));
    const at = Math.floor(quotation.at.getTime() / 1000);
    const side = (levels: readonly Level[]) => levels.slice(0, count).map(({ price, amount }) => [price, amount, at]);
    return createAnswer({ [pair.id]: { asks: side(quotation.asks), bids: side(quotation.bids) } });
  });
}

function formatCandle({ begin, open, high, low, close, volume }: Candle): unknown {
  return [begin.getTime() / 1000, open, high, low, close, close, volume, 120];
}

function formatAsset({ altname, decimals, displayDecimals }: KrakenAsset): unknown {
  return { aclass: 'currency', altname, decimals, display_decimals: displayDecimals, status: 'enabled' };
}

function formatPair(pair: KrakenPair): unknown {
  return {
    altname: pair.altname,
    wsname: `${pair.altname.slice(0, -3)}/${pair.quote}`,
    aclass_base: 'currency',
    base: pair.baseId,
    aclass_quote: 'currency',
    quote: pair.quoteId,
    lot: 'unit',
    cost_decimals: pair.costDecimals,
    pair_decimals: pair.priceDecimals,
    lot_decimals: pair.amountDecimals,
    lot_multiplier: 1,
    leverage_buy: [],
    leverage_sell: [],
    fees: krakenTakerFees,
    fees_maker: krakenMakerFees,
    fee_volume_currency: 'ZUSD',
    margin_call: 80,
    margin_stop: 40,
    ordermin: pair.minimumBase,
    costmin: pair.minimumCost,
    tick_size: pair.priceDecimals === 0 ? '1' : `0.${'1'.padStart(pair.priceDecimals, '0')}`,
    status: 'online',
  };
}

/** Returns a ticker entry. Kraken's ticker has no time; `o` is the opening price of the day that began at midnight UTC. */
function formatTicker(quotation: Quotation): unknown {
  const lots = (levels: readonly Level[]) => levels[0]?.amount ?? '0.00000000';
  return {
    a: [quotation.ask, '1', lots(quotation.asks)],
    b: [quotation.bid, '1', lots(quotation.bids)],
    c: [quotation.last, lots(quotation.bids)],
    v: [quotation.dayVolume, quotation.dayVolume],
    p: [quotation.day.average, quotation.day.average],
    t: [18_000, 18_000],
    l: [quotation.day.low, quotation.day.low],
    h: [quotation.day.high, quotation.day.high],
    o: quotation.day.open,
  };
}
