import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { roleNames } from '../server/platform/database/roles/roleNames.ts';
import { builtProduct } from '../tools/start/builtProduct.ts';
import type { Launch } from '../tools/start/launch.ts';
import { orderByCard, payByCard } from './cardPurchase.ts';
import { createDesk } from './desk.ts';
import { createGatewayClient } from './gatewayClient.ts';
import { type PgBouncer, startPgBouncer } from './pgBouncer.testing.ts';
import { findFreePorts, type StartedWorld, startWorld } from './startWorld.ts';
import { followStream } from './toldStatuses.testing.ts';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const BUYERS = 3;
/** A page that hears of nothing asks after thirty seconds: what came by the stream came before. */
const PATIENCE_MS = 25_000;

/** The api and the worker with all their addresses through the pooler but one. */
function pooled(launch: Launch, pooler: PgBouncer): Launch {
  return {
    ...launch,
    child: (name, program, { DATABASE_URL: own = '', CLERK_DATABASE_URL: clerks, ...environment }) =>
      launch.child(name, program, {
        ...environment,
        DATABASE_URL: pooler.through(own),
        DATABASE_DIRECT_URL: own,
        ...(clerks !== undefined && { CLERK_DATABASE_URL: pooler.through(clerks) }),
      }),
  };
}

test('whole purchases through PgBouncer in transaction mode, followed by streams alone', {
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
          pooler = await startPgBouncer(port, roleNames.map(launch.databaseUrlOf));
          await builtProduct.startServer(pooled(launch, pooler), parts, signal, { ...variables, RATE_LIMITS: 'on' });
        },
      },
    });
    const { origin, deskUrl } = world;
    const desk = createDesk(deskUrl);
    const sandboxPort = Number(new URL(deskUrl).port);
    const began = performance.now();
    const buy = async (_: unknown, buyer: number) => {
      const client = createGatewayClient(origin);
      const authToken = await client.logIn(desk, `pooled${buyer}@example.com`);
      const { address } = privateKeyToAccount(generatePrivateKey());
      const orderNo = await orderByCard(client, authToken, { getCurrency: 'ETH', address });
      const told = await followStream(origin, orderNo);
      await payByCard(client, authToken, orderNo, sandboxPort);
      await expect.poll(() => told.statuses.at(-1), { timeout: PATIENCE_MS }).toBe('delivered');
      told.leave();
      expect(told.statuses.length).toBeGreaterThan(3);
    };
    await Promise.all(Array.from({ length: BUYERS }, buy));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const transactions = (await pooler?.transactions()) ?? 0;
    expect(transactions).toBeGreaterThan(200);
    await appendFile(
      join(PROJECT, 'PROOFS.md'),
      `| ${BUYERS} purchases by card through PgBouncer in transaction mode, six connections of PostgreSQL for each role, ${transactions} transactions, ${seconds} s | | delivered, every change told by the streams |\n`,
    );
  } finally {
    await world?.stop();
    await pooler?.stop();
  }
});
