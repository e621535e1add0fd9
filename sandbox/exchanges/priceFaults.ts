import type { FastifyInstance } from 'fastify';
import type { Faults } from '../world/faults.ts';
import type { ExchangeId, Market, PriceFault } from './market.ts';

const DEFAULT_GAP_PERCENT = 10;
const DEFAULT_STALE_SECONDS = 60;

/** Uses up an active price fault for this call and returns its effect; empty if there is none. */
export function takePriceFault(faults: Faults, exchangeId: ExchangeId, call: string): PriceFault {
  const fault = faults.take(exchangeId, ['price_gap', 'price_stale'], call);
  switch (fault?.effect) {
    case 'price_gap':
      return { gapPercent: fault.size ?? DEFAULT_GAP_PERCENT };
    case 'price_stale':
      return { staleSeconds: fault.size ?? DEFAULT_STALE_SECONDS };
    default:
      return {};
  }
}

/** Makes public calls fail while the exchange's feed is down; trading and the sandbox's own calls continue. */
export function installFeedOutage(app: FastifyInstance, exchangeId: ExchangeId, market: Market): void {
  app.addHook('onRequest', async (request, reply) => {
    const isPublic = !request.url.startsWith('/0/private/') && request.url !== '/api/books';
    if (isPublic && market.feed(exchangeId) === 'down') {
      return reply.code(503).type('text/html').send('<html><body>503 Service Unavailable</body></html>');
    }
    return undefined;
  });
}
