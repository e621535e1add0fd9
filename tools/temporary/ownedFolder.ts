import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, realpath, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../postgres/embeddedPostgres.ts';
import { removeClusterHome } from '../postgres/postgresCluster.ts';
import { identifyProcess, isRunning, type ProcessIdentity } from '../process/processIdentity.ts';
import { stopLeftoverProcesses } from '../start/leftoverProcesses.ts';

const OWNER_FILE = 'owner.json';

/** Returns the database's folder within the folder of a test run. */
export function databaseFolder(folder: string): string {
  return join(folder, 'postgres');
}

/** Linux's folder for files in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** TMPFS_MAGIC of statfs(2). */
const TMPFS = 0x01021994;
/** Memory that the files of a run may use, and memory that must stay free in addition. */
const FILES_BYTES = 4 * 2 ** 30;
const SPARE_BYTES = 4 * 2 ** 30;

/**
 * Creates a temporary folder for the data of one test run, recorded as this process's. First removes the processes, databases
 * and folders of killed runs of the same kind.
 */
export async function createOwnedFolder(prefix: string): Promise<string> {
  return createFolder(prefix, tmpdir());
}

/**
 * Like {@link createOwnedFolder}, but in memory if the machine has enough: for databases that are copied hundreds of times and
 * not kept. Other accounts may enter the folder, since PostgreSQL may run under another account.
 */
export async function createMemoryFolder(prefix: string): Promise<string> {
  await removeAbandoned(prefix, MEMORY_FOLDER);
  const folder = await createFolder(prefix, (await hasEnoughMemory()) ? MEMORY_FOLDER : tmpdir());
  await chmod(folder, 0o711);
  return folder;
}

async function createFolder(prefix: string, parent: string): Promise<string> {
  await removeAbandoned(prefix, await realpath(tmpdir()));
  const folder = await realpath(await mkdtemp(join(parent, prefix)));
  await writeFile(join(folder, OWNER_FILE), JSON.stringify(identifyProcess(process.pid)));
  return folder;
}

async function hasEnoughMemory(): Promise<boolean> {
  const found = await statfs(MEMORY_FOLDER).catch(() => undefined);
  if (found?.type !== TMPFS || found.bavail * found.bsize < FILES_BYTES) return false;
  return process.availableMemory() >= FILES_BYTES + SPARE_BYTES;
}

async function removeAbandoned(prefix: string, folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    // A concurrent run may clean up too; the second one finds nothing.
    if (name.startsWith(prefix)) await removeUnlessOwned(join(folder, name)).catch(() => undefined);
  }
}

async function removeUnlessOwned(folder: string): Promise<void> {
  const owner = await readFile(join(folder, OWNER_FILE), 'utf8').catch(() => undefined);
  if (owner === undefined || isRunning(JSON.parse(owner) as ProcessIdentity)) return;
  await stopLeftoverProcesses(folder, []);
  if (existsSync(databaseFolder(folder))) {
    // Adopts the server of the killed run if it still runs, so that it can be stopped.
    const options = { dataDir: databaseFolder(folder), durable: false };
    const database = await startEmbeddedPostgres(options);
    await database.stop();
  }
  await removeOwnedFolder(folder);
}

/** Removes the folder, and the files of its database that are elsewhere, as for root under a private temporary folder. */
export async function removeOwnedFolder(folder: string): Promise<void> {
  await removeClusterHome(databaseFolder(folder));
  await rm(folder, { recursive: true, force: true });
}
