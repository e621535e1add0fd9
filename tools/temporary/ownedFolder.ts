import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, realpath, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../postgres/embeddedPostgres.ts';
import { removeClusterHome } from '../postgres/postgresCluster.ts';
import { identifyProcess, isRunning, type ProcessIdentity } from '../process/processIdentity.ts';
import { stopLeftovers } from '../start/leftovers.ts';

const OWNER_FILE = 'owner.json';

/** Where a database that a test run keeps in its folder lies. */
export function databaseFolder(folder: string): string {
  return join(folder, 'postgres');
}

/** Where Linux keeps files in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** TMPFS_MAGIC of statfs(2). */
const TMPFS = 0x01021994;
/** What the files of a run may come to, and what the machine has to spare besides. */
const FILES_BYTES = 4 * 2 ** 30;
const SPARE_BYTES = 4 * 2 ** 30;

/**
 * A temporary folder for the data of one test run, noted as this process's. First it tidies up after runs of the same kind
 * that were killed: their processes, their databases, their folders.
 */
export async function createOwnedFolder(prefix: string): Promise<string> {
  return createFolder(prefix, tmpdir());
}

/**
 * As {@link createOwnedFolder}, in memory where the machine has plenty: for a database that is copied hundreds of times and
 * never read again. Other accounts may pass through it, as a database's has to.
 */
export async function createQuickFolder(prefix: string): Promise<string> {
  await removeAbandoned(prefix, MEMORY_FOLDER);
  const folder = await createFolder(prefix, (await memoryIsPlenty()) ? MEMORY_FOLDER : tmpdir());
  await chmod(folder, 0o711);
  return folder;
}

async function createFolder(prefix: string, parent: string): Promise<string> {
  await removeAbandoned(prefix, await realpath(tmpdir()));
  const folder = await realpath(await mkdtemp(join(parent, prefix)));
  await writeFile(join(folder, OWNER_FILE), JSON.stringify(identifyProcess(process.pid)));
  return folder;
}

async function memoryIsPlenty(): Promise<boolean> {
  const found = await statfs(MEMORY_FOLDER).catch(() => undefined);
  if (found?.type !== TMPFS || found.bavail * found.bsize < FILES_BYTES) return false;
  return process.availableMemory() >= FILES_BYTES + SPARE_BYTES;
}

async function removeAbandoned(prefix: string, folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
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

/** Also removes the files of its database that lie elsewhere, as they do for root under a private temporary folder. */
export async function removeOwnedFolder(folder: string): Promise<void> {
  await removeClusterHome(databaseFolder(folder));
  await rm(folder, { recursive: true, force: true });
}
