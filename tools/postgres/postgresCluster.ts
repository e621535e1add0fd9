import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, readlink, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canAccountAccess, type PostgresAccount } from './postgresAccount.ts';
import type { PostgresBinaries } from './postgresBinaries.ts';

/** The role that owns everything in an embedded cluster. */
export const CLUSTER_ROLE = 'slipway';

/** PostgreSQL's data folder as a path without links, and the password of its role. */
export type PostgresCluster = { readonly data: string; readonly password: string };

/** Used if the account cannot enter the data folder, for example under root's private home. */
const SYSTEM_FOLDER = '/var/lib/slipway';

/**
 * Creates and returns the folder for everything that the account must reach: the data folder, or a folder elsewhere to which a
 * link in the data folder points.
 */
export async function prepareClusterHome(dataDir: string, account: PostgresAccount): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  // Other accounts may enter the folder but not list it: PostgreSQL's account needs only its own folder in it.
  await chmod(dataDir, account.uid === undefined ? 0o700 : 0o711);
  const link = getHomeLinkPath(dataDir);
  let home = await readlink(link).catch(() => undefined);
  if (home === undefined) {
    if (canAccountAccess(account, '-x', dataDir)) return realpath(dataDir);
    home = join(SYSTEM_FOLDER, randomUUID());
    await symlink(home, link);
  }
  await mkdir(home, { recursive: true, mode: 0o711 });
  return home;
}

/** Removes the account's files outside of the data folder; call it before removing the data folder itself. */
export async function removeClusterHome(dataDir: string): Promise<void> {
  const home = await readlink(getHomeLinkPath(dataDir)).catch(() => undefined);
  if (home !== undefined) await rm(home, { recursive: true, force: true });
}

function getHomeLinkPath(dataDir: string): string {
  return join(dataDir, 'elsewhere');
}

/** Returns the folder for copies of the binaries if the account cannot read the installed ones. */
export function chooseCopiesFolder(home: string, account: PostgresAccount): string {
  return account.uid === undefined ? home : SYSTEM_FOLDER;
}

/**
 * Opens the cluster in `home` and creates it the first time, under a temporary name that is renamed when complete, so that an
 * interrupted creation is repeated.
 */
export async function openCluster(
  home: string,
  account: PostgresAccount,
  binaries: PostgresBinaries,
  durable: boolean,
): Promise<PostgresCluster> {
  const folder = getClusterFolder(home);
  const existing = await readCluster(folder, binaries);
  if (existing) return existing;
  for (const killed of globSync(join(home, 'unfinished-*'))) {
    // Its initdb may still be writing; the next creation then removes the folder.
    await rm(killed, { recursive: true, force: true }).catch(() => undefined);
  }
  const unfinished = join(home, `unfinished-${randomUUID()}`);
  await createCluster(unfinished, account, binaries, durable);
  await rename(unfinished, folder);
  const created = await readCluster(folder, binaries);
  if (!created) throw new Error(`The database's files in ${folder} cannot be read.`);
  return created;
}

export function getClusterFolder(home: string): string {
  return join(home, 'cluster');
}

async function readCluster(folder: string, binaries: PostgresBinaries): Promise<PostgresCluster | undefined> {
  const data = join(folder, 'data');
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(
      `The database's files in ${folder} cannot be read (${error.code}): check their owner and permissions.`,
    );
  });
  if (version === undefined) return undefined;
  if (version.trim() !== binaries.majorVersion) {
    throw new Error(
      `The database in ${folder} was created by PostgreSQL ${version.trim()}, but version ${binaries.majorVersion} is installed: move the data with pg_dump, or choose another DATA_DIR.`,
    );
  }
  return { data: await realpath(data), password: (await readFile(join(folder, 'password'), 'utf8')).trim() };
}

async function createCluster(
  folder: string,
  account: PostgresAccount,
  binaries: PostgresBinaries,
  durable: boolean,
): Promise<void> {
  const passwordFile = join(folder, 'password');
  await mkdir(folder, { mode: 0o700 });
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined) {
    await Promise.all([passwordFile, folder].map((path) => chown(path, uid, gid)));
  }
  const flags = [
    `--pgdata=${join(folder, 'data')}`,
    `--username=${CLUSTER_ROLE}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts by code point on every machine; an order that depends on the system's library breaks indexes when the library
    // changes.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    await promisify(execFile)(binaries.initdb, flags, { ...account, cwd: '/', env: { LC_ALL: 'C' } });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const reason = stderr.split('\n').find((line) => /error|could not|fatal/i.test(line)) ?? message;
    throw new Error(`The database's files could not be created in ${folder}: ${reason}`, { cause: error });
  }
}
