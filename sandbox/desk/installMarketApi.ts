import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { coins } from '../exchanges/coins.ts';
import { exchangeIds, type MarketControls } from '../exchanges/market.ts';
import { readRequest } from './readRequest.ts';

export const FEEDS = ['live', 'stale', 'crossed', 'down'] as const;

const base = z
  .string()
  .trim()
  .toUpperCase()
  .pipe(z.enum(coins.map(({ symbol }) => symbol)));
const priceSchema = z.strictObject({ base, percent: z.number().min(-95).max(1_000) });
const feedSchema = z.strictObject({ exchange: z.enum(exchangeIds), feed: z.enum(FEEDS) });
const depthSchema = z.strictObject({ base, factor: z.number().min(0).max(100) });
const feeSchema = z.strictObject({ inOwnToken: z.boolean() });

/** Registers the controls of the simulated exchanges. A restart resets their settings. */
export function installMarketApi(app: FastifyInstance, market: MarketControls): void {
  app.get('/api/market', async () => market.state());

  app.post('/api/prices', async ({ body }) => {
    const shift = readRequest(priceSchema, body);
    market.setPriceShift(shift.base, shift.percent);
    return { ...shift, message: `The price of ${shift.base} is shifted by ${shift.percent} % at every exchange.` };
  });

  app.post('/api/market/feeds', async ({ body }) => {
    const { exchange, feed } = readRequest(feedSchema, body);
    market.setFeed(exchange, feed);
    return { exchange, feed, message: `The prices of ${exchange} are ${feed}.` };
  });

  app.post('/api/market/depth', async ({ body }) => {
    const depth = readRequest(depthSchema, body);
    market.setDepth(depth.base, depth.factor);
    return { ...depth, message: `The order books of ${depth.base} have ${depth.factor} times the usual depth.` };
  });

  app.post('/api/market/fee', async ({ body }) => {
    const { inOwnToken } = readRequest(feeSchema, body);
    market.setThirdAssetFee(inOwnToken);
    return { inOwnToken };
  });
}
