import type { FastifyInstance } from 'fastify';
import type { Draining } from '../../platform/http/overload/draining.ts';
import type { EventLoop } from '../../platform/http/overload/eventLoop.ts';
import { hasFreshPrices } from '../../purchase/quote/priceBook.ts';
import type { Context } from '../context.ts';
import { LIVENESS } from './liveness.ts';

/** A process that stalls this long keeps buyers waiting, and is likely to do so again. */
const LONGEST_STALL_MS = 2_000;

export type Liveness = Pick<EventLoop, 'longestStallMs'> & Pick<Draining, 'isStopping'>;

/** Registers health checks for supervisors and load balancers. */
export function registerHealth(app: FastifyInstance, context: Context, { longestStallMs, isStopping }: Liveness): void {
  const { database, heartbeats, isConfigurationFollowed, prices, vendorStates } = context;
  app.get('/healthz', async () => LIVENESS);
  app.get('/readyz', async (_request, reply) => {
    const reachable = await database.now().then(
      () => true,
      () => false,
    );
    const followed = isConfigurationFollowed();
    const priced = hasFreshPrices(prices(), new Date());
    const vendors = vendorStates();
    // Repeated starts can use up a call limit; meanwhile the process works, except for payouts.
    const passed = vendors.every(({ state }) => state === 'passed' || state === 'busy');
    const responsive = longestStallMs() < LONGEST_STALL_MS;
    const stopping = isStopping();
    const { disk, signer, signerElsewhere, isUnready } = heartbeats.readiness();
    const ready = reachable && followed && priced && passed && responsive && !stopping && !isUnready;
    return reply.code(ready ? 200 : 503).send({
      database: reachable,
      configuration: followed,
      prices: priced,
      responsive,
      stopping,
      disk,
      // Omitted if it is not checked.
      signer,
      // Only if this machine's signer is passive.
      signerElsewhere,
      vendors: Object.fromEntries(vendors.map(({ id, state }) => [id, state])),
    });
  });
}
