import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/platform/database/embeddedPostgres.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { identifyProcess, isRunning, type ProcessIdentity } from '../../server/platform/process/processIdentity.ts';

const PREFIX = 'slipway-test-';

type TestServer = { readonly folder: string; readonly database: EmbeddedPostgres };

/**
 * One database server for the whole run, started when the first test file asks for it, so that runs without a database
 * do not pay for one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<TestServer> | undefined;
  const door = createServer((_request, response) => {
    server ??= startTestServer();
    server.then(
      ({ database }) => response.end(database.url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const address = door.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  project.provide('testDatabasesUrl', `http://127.0.0.1:${address.port}/`);

  return async () => {
    door.closeAllConnections();
    door.close();
    const started = await server?.catch(() => undefined);
    if (started) await removeTestServer(started);
  };
}

async function startTestServer(): Promise<TestServer> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  await writeFile(join(folder, 'owner.json'), JSON.stringify(identifyProcess(process.pid)));
  const database = await startEmbeddedPostgres({ dataDir: folder, durable: false, log: () => undefined });
  await migrate(database.url);
  return { folder, database };
}

async function removeTestServer({ folder, database }: TestServer): Promise<void> {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A run that was killed leaves its server running; the next one tidies up. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(tmpdir(), name);
    const owner = await readFile(join(folder, 'owner.json'), 'utf8').catch(() => undefined);
    if (owner === undefined || isRunning(JSON.parse(owner) as ProcessIdentity)) continue;
    // Another run may be tidying up at the same time; whoever is second finds nothing.
    await startEmbeddedPostgres({ dataDir: folder, durable: false, log: () => undefined })
      .then((database) => removeTestServer({ folder, database }))
      .catch(() => undefined);
  }
}
