import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { roleNames } from '../server/platform/database/roles/roleNames.ts';
import { recordProof } from '../tools/proofs/recordProof.ts';
import { builtProduct } from '../tools/start/builtProduct.ts';
import type { LaunchContext } from '../tools/start/launch.ts';
import { payByCard, placeFirstCardOrder } from './buyers/cardPurchase.ts';
import { createGatewayClient } from './buyers/gatewayClient.ts';
import { followOrderStream } from './orderStatusStream.testing.ts';
import { type PgBouncer, startPgBouncer } from './pgBouncer.testing.ts';
import { createSandboxClient } from './sandboxClient.ts';
import { findFreePorts, type StartedWorld, startWorld } from './startWorld.ts';

const BUYERS = 3;
/** Less than the thirty seconds after which a page without events polls, so every change must come by the stream. */
const PATIENCE_MS = 25_000;

/** Replaces the database URLs of the api and the worker by the pooler's. DATABASE_DIRECT_URL leads to the server itself. */
function routeThroughPooler(launch: LaunchContext, pooler: PgBouncer): LaunchContext {
  return {
    ...launch,
    startProcess: (name, program, { DATABASE_URL: own = '', CLERK_DATABASE_URL: clerks, ...environment }) =>
      launch.startProcess(name, program, {
        ...environment,
        DATABASE_URL: pooler.through(own),
        DATABASE_DIRECT_URL: own,
        ...(clerks !== undefined && { CLERK_DATABASE_URL: pooler.through(clerks) }),
      }),
  };
}

test('purchases through PgBouncer in transaction mode are delivered, and streams report each status', {
  timeout: 300_000,
}, async () => {
  const port = await findFreePorts(1);
  let pooler: PgBouncer | undefined;
  let world: StartedWorld | undefined;
  try {
    world = await startWorld('pooler', {
      prepare: async () => ({ LOG_LEVEL: 'debug', RATE_LIMITS: 'on' }),
      product: {
        ...builtProduct,
        async startServer(launch, parts, signal, variables) {
          pooler = await startPgBouncer(port, roleNames.map(launch.getDatabaseUrl));
          await builtProduct.startServer(routeThroughPooler(launch, pooler), parts, signal, {
            ...variables,
            RATE_LIMITS: 'on',
          });
        },
      },
    });
    const { origin, deskUrl } = world;
    const desk = createSandboxClient(deskUrl);
    const sandboxPort = Number(new URL(deskUrl).port);
    const began = performance.now();
    const buy = async (_: unknown, buyer: number) => {
      const client = createGatewayClient(origin);
      const authToken = await client.logIn(desk, `pooled${buyer}@example.com`);
      const { address } = privateKeyToAccount(generatePrivateKey());
      const orderNo = await placeFirstCardOrder(client, authToken, { getCurrency: 'ETH', address });
      const stream = await followOrderStream(origin, orderNo);
      await payByCard(client, authToken, orderNo, sandboxPort);
      await expect.poll(() => stream.statuses.at(-1), { timeout: PATIENCE_MS }).toBe('delivered');
      stream.leave();
      expect(stream.statuses.length).toBeGreaterThan(3);
    };
    await Promise.all(Array.from({ length: BUYERS }, buy));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const transactions = (await pooler?.transactions()) ?? 0;
    expect(transactions).toBeGreaterThan(200);
    recordProof('PgBouncer in transaction mode', {
      figures: `${BUYERS} card purchases, six PostgreSQL connections per role, ${transactions} transactions; ${seconds} s`,
      result: 'all delivered, every change reported by the streams',
    });
  } finally {
    await world?.stop();
    await pooler?.stop();
  }
});
