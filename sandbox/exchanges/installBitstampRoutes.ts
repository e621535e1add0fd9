import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../world/faults.ts';
import { type BitstampMarket, bitstampMarkets } from './listings.ts';
import type { Level, Market, PriceFault } from './market.ts';
import { takePriceFault } from './priceFaults.ts';

const BOOK_LEVELS = 100;
const candleQuerySchema = z.object({
  step: z.literal('3600'),
  limit: z.coerce.number().int().min(1).max(1000),
  start: z.coerce.number().int(),
  end: z.coerce.number().int(),
});
const paramsSchema = z.object({ pair: z.string() });

/** Registers the routes of Bitstamp's public market data, https://www.bitstamp.net/api/. */
export function installBitstampRoutes(app: FastifyInstance, market: Market, faults: Faults): void {
  const ticker = (listing: BitstampMarket, disturbance: PriceFault) => formatTickerEntry(market, listing, disturbance);
  const find = (params: unknown) => {
    const { pair } = paramsSchema.parse(params);
    return bitstampMarkets.find((listing) => listing.symbol === pair);
  };

  app.get('/api/v2/markets/', () => bitstampMarkets.map(formatMarketEntry));

  app.get('/api/v2/ticker/', (request) => {
    const disturbance = takePriceFault(faults, 'bitstamp', request.url);
    return bitstampMarkets.map((listing) => ({
      ...ticker(listing, disturbance),
      pair: `${listing.base}/${listing.quote}`,
      market_type: 'SPOT',
    }));
  });

  app.get('/api/v2/ticker/:pair/', (request, reply) => {
    const listing = find(request.params);
    if (!listing) return reply.code(404).send({ status: 'error', reason: 'Invalid currency pair' });
    return ticker(listing, takePriceFault(faults, 'bitstamp', request.url));
  });

  app.get('/api/v2/ohlc/:pair/', (request, reply) => {
    const listing = find(request.params);
    if (!listing) return reply.code(404).send({ status: 'error', reason: 'Invalid currency pair' });
    const { start, end, limit } = candleQuerySchema.parse(request.query);
    const hours = market.listHours('bitstamp', listing, new Date(start * 1000), new Date(end * 1000));
    const ohlc = hours.slice(0, limit).map(({ begin, ...figures }) => ({
      timestamp: String(begin.getTime() / 1000),
      ...figures,
    }));
    return { data: { pair: `${listing.base}/${listing.quote}`, ohlc } };
  });

  app.get('/api/v2/order_book/:pair/', (request, reply) => {
    const listing = find(request.params);
    if (!listing) return reply.code(404).send({ status: 'error', reason: 'Invalid currency pair' });
    const quotation = market.readQuotation('bitstamp', listing, takePriceFault(faults, 'bitstamp', request.url));
    const side = (levels: readonly Level[]) => levels.slice(0, BOOK_LEVELS).map(({ price, amount }) => [price, amount]);
    return {
      timestamp: String(Math.floor(quotation.at.getTime() / 1000)),
      microtimestamp: String(quotation.at.getTime() * 1000),
      bids: side(quotation.bids),
      asks: side(quotation.asks),
    };
  });
}

function formatTickerEntry(market: Market, listing: BitstampMarket, disturbance: PriceFault) {
  const quotation = market.readQuotation('bitstamp', listing, disturbance);
  const change = (Number(quotation.last) / Number(quotation.day.open) - 1) * 100;
  return {
    timestamp: String(Math.floor(quotation.at.getTime() / 1000)),
    high: quotation.day.high,
    last: quotation.last,
    bid: quotation.bid,
    vwap: quotation.day.average,
    volume: quotation.dayVolume,
    low: quotation.day.low,
    ask: quotation.ask,
    open: quotation.day.open,
    open_24: quotation.day.open,
    percent_change_24: change.toFixed(2),
    side: '0',
  };
}

function formatMarketEntry(listing: BitstampMarket): unknown {
  return {
    name: `${listing.base}/${listing.quote}`,
    market_symbol: listing.symbol,
    base_currency: listing.base,
    base_decimals: listing.amountDecimals,
    counter_currency: listing.quote,
    counter_decimals: listing.priceDecimals,
    minimum_order_value: '10',
    trading: 'Enabled',
    instant_order_counter_decimals: 2,
    instant_and_market_orders: 'Enabled',
    description: `${listing.base} / ${listing.quote}`,
    market_type: 'SPOT',
  };
}
