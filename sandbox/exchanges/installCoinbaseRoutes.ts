import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { SandboxClock } from '../world/clock.ts';
import type { Faults } from '../world/faults.ts';
import { coinbaseProducts } from './listings.ts';
import type { Level, Market } from './market.ts';
import { takePriceFault } from './priceFaults.ts';

const BOOK_LEVELS = 50;
const MOST_CANDLES = 300;
const HOUR_MS = 3_600_000;
const candleQuerySchema = z.object({ granularity: z.literal('3600'), start: z.coerce.date(), end: z.coerce.date() });
const paramsSchema = z.object({ id: z.string() });

/** Registers Coinbase Exchange's public market data, https://docs.cdp.coinbase.com/exchange/reference. */
export function installCoinbaseRoutes(app: FastifyInstance, market: Market, clock: SandboxClock, faults: Faults): void {
  let tradeId = 100_000;

  app.get('/time', () => ({ iso: clock.now().toISOString(), epoch: clock.now().getTime() / 1000 }));
  app.get('/currencies', () => listCurrencyIds().map(formatCurrencyEntry));
  app.get('/products', () => coinbaseProducts.map(formatProductEntry));

  app.get('/products/:id/ticker', (request, reply) => {
    const product = findProduct(request.params);
    if (!product) return sendNotFound(reply);
    const quotation = market.readQuotation('coinbase', product, takePriceFault(faults, 'coinbase', request.url));
    tradeId += 1;
    return {
      trade_id: tradeId,
      price: quotation.last,
      size: quotation.bids[0]?.amount ?? '0',
      time: quotation.at.toISOString(),
      bid: quotation.bid,
      ask: quotation.ask,
      volume: quotation.dayVolume,
    };
  });

  app.get('/products/:id/stats', (request, reply) => {
    const product = findProduct(request.params);
    if (!product) return sendNotFound(reply);
    const quotation = market.readQuotation('coinbase', product, {});
    const { open, high, low } = quotation.day;
    return { open, high, low, last: quotation.last, volume: quotation.dayVolume, volume_30day: quotation.dayVolume };
  });

  // Returns candles, newest first, each as the numbers start, low, high, open, close, volume. Refuses more than 300.
  app.get('/products/:id/candles', (request, reply) => {
    const product = findProduct(request.params);
    if (!product) return sendNotFound(reply);
    const { start, end } = candleQuerySchema.parse(request.query);
    if (end.getTime() - start.getTime() > MOST_CANDLES * HOUR_MS)
      return reply.code(400).send({ message: 'granularity too small for the requested time range' });
    return market
      .listHours('coinbase', product, start, end)
      .map(({ begin, low, high, open, close, volume }) => [
        begin.getTime() / 1000,
        ...[low, high, open, close, volume].map(Number),
      ])
      .toReversed();
  });

  app.get('/products/:id/book', (request, reply) => {
    const product = findProduct(request.params);
    if (!product) return sendNotFound(reply);
    const quotation = market.readQuotation('coinbase', product, takePriceFault(faults, 'coinbase', request.url));
    const side = (levels: readonly Level[]) =>
      levels.slice(0, BOOK_LEVELS).map(({ price, amount }) => [price, amount, 1]);
    return {
      sequence: tradeId,
      bids: side(quotation.bids),
      asks: side(quotation.asks),
      time: quotation.at.toISOString(),
    };
  });
}

function findProduct(params: unknown) {
  const { id } = paramsSchema.parse(params);
  return coinbaseProducts.find((product) => product.id === id);
}

function sendNotFound(reply: FastifyReply) {
  return reply.code(404).send({ message: 'NotFound' });
}

function listCurrencyIds(): string[] {
  return [...new Set(coinbaseProducts.flatMap(({ base, quote }) => [base, quote]))];
}

function formatCurrencyEntry(id: string): unknown {
  const isFiat = id === 'EUR' || id === 'USD';
  return {
    id,
    name: id,
    min_size: isFiat ? '0.01' : '0.00000001',
    status: 'online',
    message: '',
    max_precision: isFiat ? '0.01' : '0.00000001',
    convertible_to: [],
    details: { type: isFiat ? 'fiat' : 'crypto' },
    default_network: '',
    supported_networks: [],
    display_name: id,
  };
}

function formatProductEntry(product: (typeof coinbaseProducts)[number]): unknown {
  const step = (decimals: number) => (decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`);
  return {
    id: product.id,
    base_currency: product.base,
    quote_currency: product.quote,
    quote_increment: step(product.priceDecimals),
    base_increment: step(product.amountDecimals),
    display_name: `${product.base}-${product.quote}`,
    min_market_funds: '1',
    margin_enabled: false,
    post_only: false,
    limit_only: false,
    cancel_only: false,
    status: 'online',
    status_message: '',
    trading_disabled: false,
    fx_stablecoin: false,
    max_slippage_percentage: '0.02000000',
    auction_mode: false,
  };
}
