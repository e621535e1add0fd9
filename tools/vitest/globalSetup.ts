import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../server/platform/database/migrate.ts';
import { applyGrants } from '../../server/platform/database/roles/applyGrants.ts';
import { openJobs } from '../../server/platform/jobs/bossQueue.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embeddedPostgres.ts';
import { createMemoryFolder, databaseFolder, removeOwnedFolder } from '../temporary/ownedFolder.ts';

type TestServer = { readonly folder: string; readonly database: EmbeddedPostgres };

/**
 * Provides one database server for the whole run. It is started when the first test file requests its URL, so that runs that
 * use no database do not start one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Product processes that tests start then share the cache of compiled modules.
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/compiled/', import.meta.url));
  let server: Promise<TestServer> | undefined;
  const urlServer = createServer((_request, response) => {
    server ??= startTestServer();
    server.then(
      ({ database }) => response.end(database.url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  urlServer.listen(0, '127.0.0.1');
  await once(urlServer, 'listening');
  const address = urlServer.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  project.provide('testDatabasesUrl', `http://127.0.0.1:${address.port}/`);

  return async () => {
    urlServer.closeAllConnections();
    urlServer.close();
    const started = await server?.catch(() => undefined);
    if (!started) return;
    await started.database.stop();
    await removeOwnedFolder(started.folder);
  };
}

async function startTestServer(): Promise<TestServer> {
  const folder = await createMemoryFolder('slipway-test-');
  const options = { dataDir: databaseFolder(folder), durable: false };
  const database = await startEmbeddedPostgres(options);
  try {
    await migrate(database.url, {
      async afterwards(client) {
        await (await openJobs(database.url, createLog('silent'), { supervises: false })).stop();
        await applyGrants(client, { createRoles: true });
      },
    });
  } catch (error) {
    await database.stop();
    throw error;
  }
  return { folder, database };
}
