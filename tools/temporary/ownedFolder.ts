import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../postgres/embeddedPostgres.ts';
import { identifyProcess, isRunning, type ProcessIdentity } from '../process/processIdentity.ts';
import { stopLeftovers } from '../start/leftovers.ts';

const OWNER_FILE = 'owner.json';

/** Where a database that a test run keeps in its folder lies. */
export function databaseFolder(folder: string): string {
  return join(folder, 'postgres');
}

/**
 * A temporary folder for the data of one test run, noted as this process's. First it tidies up after runs of the same kind
 * that were killed: their processes, their databases, their folders.
 */
export async function createOwnedFolder(prefix: string): Promise<string> {
  await removeAbandoned(prefix);
  const folder = await realpath(await mkdtemp(join(tmpdir(), prefix)));
  await writeFile(join(folder, OWNER_FILE), JSON.stringify(identifyProcess(process.pid)));
  return folder;
}

async function removeAbandoned(prefix: string): Promise<void> {
  const folder = await realpath(tmpdir());
  for (const name of await readdir(folder)) {
    // Another run may be tidying up at the same time; the second one finds nothing.
    if (name.startsWith(prefix)) await removeUnlessOwned(join(folder, name)).catch(() => undefined);
  }
}

async function removeUnlessOwned(folder: string): Promise<void> {
  const owner = await readFile(join(folder, OWNER_FILE), 'utf8').catch(() => undefined);
  if (owner === undefined || isRunning(JSON.parse(owner) as ProcessIdentity)) return;
  await stopLeftovers(folder, []);
  if (existsSync(databaseFolder(folder))) {
    const options = { dataDir: databaseFolder(folder), durable: false };
    const database = await startEmbeddedPostgres(options);
    await database.stop();
  }
  await removeOwnedFolder(folder);
}

export async function removeOwnedFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
