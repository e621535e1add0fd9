import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SandboxClock } from '../world/clock.ts';
import type { Faults } from '../world/faults.ts';
import { takeDisturbance } from './disturbance.ts';
import {
  type KrakenAsset,
  type KrakenPair,
  krakenAssets,
  krakenMakerFees,
  krakenPairs,
  krakenTakerFees,
} from './listings.ts';
import type { Level, Market, Quotation } from './market.ts';

export type KrakenAnswer = { readonly error: readonly string[]; readonly result?: unknown };

const MAX_DEPTH = 500;

export function answer(result: unknown): KrakenAnswer {
  return { error: [], result };
}

export function refusal(...error: string[]): KrakenAnswer {
  return { error };
}

/** By Kraken's own name of the pair or by the short one. */
export function findPair(name: string): KrakenPair | undefined {
  return krakenPairs.find((pair) => pair.id === name || pair.altname === name);
}

/** Kraken's market data, https://docs.kraken.com/api-reference/market-data. */
export function krakenPublicRoutes(app: FastifyInstance, market: Market, clock: SandboxClock, faults: Faults): void {
  app.get('/0/public/Time', () =>
    answer({ unixtime: Math.floor(clock.now().getTime() / 1000), rfc1123: clock.now().toUTCString() }),
  );
  app.get('/0/public/SystemStatus', () => answer({ status: 'online', timestamp: clock.now().toISOString() }));
  app.get('/0/public/Assets', () =>
    answer(Object.fromEntries(krakenAssets.map((asset) => [asset.id, assetEntry(asset)]))),
  );
  app.get('/0/public/AssetPairs', () =>
    answer(Object.fromEntries(krakenPairs.map((pair) => [pair.id, pairEntry(pair)]))),
  );

  app.get('/0/public/Ticker', (request) => {
    const query = z.object({ pair: z.string().optional() }).parse(request.query);
    const pairs = query.pair === undefined ? krakenPairs : query.pair.split(',').map(findPair);
    const disturbance = takeDisturbance(faults, 'kraken', request.url);
    const entries: [string, unknown][] = [];
    for (const pair of pairs) {
      if (!pair) return refusal('EQuery:Unknown asset pair');
      entries.push([pair.id, tickerEntry(market.look('kraken', pair, disturbance))]);
    }
    return answer(Object.fromEntries(entries));
  });

  app.get('/0/public/Depth', (request) => {
    const query = z.object({ pair: z.string(), count: z.coerce.number().int().min(1).max(MAX_DEPTH).default(100) });
    const { pair: name, count } = query.parse(request.query);
    const pair = findPair(name);
    if (!pair) return refusal('EQuery:Unknown asset pair');
    const seen = market.look('kraken', pair, takeDisturbance(faults, 'kraken', request.url));
    const at = Math.floor(seen.at.getTime() / 1000);
    const side = (levels: readonly Level[]) => levels.slice(0, count).map(({ price, amount }) => [price, amount, at]);
    return answer({ [pair.id]: { asks: side(seen.asks), bids: side(seen.bids) } });
  });
}

function assetEntry({ altname, decimals, displayDecimals }: KrakenAsset): unknown {
  return { aclass: 'currency', altname, decimals, display_decimals: displayDecimals, status: 'enabled' };
}

function pairEntry(pair: KrakenPair): unknown {
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

/** Kraken gives no time with a ticker; `o` is the opening price of the day that began at midnight UTC. */
function tickerEntry(seen: Quotation): unknown {
  const lots = (levels: readonly Level[]) => levels[0]?.amount ?? '0.00000000';
  return {
    a: [seen.ask, '1', lots(seen.asks)],
    b: [seen.bid, '1', lots(seen.bids)],
    c: [seen.last, lots(seen.bids)],
    v: [seen.dayVolume, seen.dayVolume],
    p: [seen.day.average, seen.day.average],
    t: [18_000, 18_000],
    l: [seen.day.low, seen.day.low],
    h: [seen.day.high, seen.day.high],
    o: seen.day.open,
  };
}
