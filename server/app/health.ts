import type { FastifyInstance } from 'fastify';
import { hasFreshPrices } from '../purchase/quote/priceBook.ts';
import type { Context } from './context.ts';

/** For supervisors that start processes, and balancers that send them buyers. */
export function registerHealth(app: FastifyInstance, context: Context): void {
  const { database, isConfigurationFollowed, prices, vendorStates } = context;
  app.get('/healthz', async () => ({ alive: true }));
  app.get('/readyz', async (_request, reply) => {
    const reachable = await database.now().then(
      () => true,
      () => false,
    );
    const followed = isConfigurationFollowed();
    const priced = hasFreshPrices(prices(), new Date());
    const vendors = vendorStates();
    const passed = vendors.every(({ state }) => state === 'passed');
    return reply.code(reachable && followed && priced && passed ? 200 : 503).send({
      database: reachable,
      configuration: followed,
      prices: priced,
      vendors: Object.fromEntries(vendors.map(({ id, state }) => [id, state])),
    });
  });
}
