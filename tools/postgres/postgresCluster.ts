import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, readlink, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accountMay, type PostgresAccount } from './postgresAccount.ts';
import type { PostgresBinaries } from './postgresBinaries.ts';

/** The role that owns everything in an embedded cluster. */
export const CLUSTER_ROLE = 'slipway';

/** Where PostgreSQL keeps its files, as a path without links, and the password of its role. */
export type PostgresCluster = { readonly data: string; readonly password: string };

/** Used where the account cannot enter the data folder, as under root's private home. */
const SYSTEM_FOLDER = '/var/lib/slipway';

/** The folder for everything that the account must reach; known again by a link when it lies outside the data folder. */
export async function clusterHome(dataDir: string, account: PostgresAccount): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  // Others may pass through, never look around: the account needs only its own folder.
  await chmod(dataDir, account.uid === undefined ? 0o700 : 0o711);
  const link = linkToHome(dataDir);
  let home = await readlink(link).catch(() => undefined);
  if (home === undefined) {
    if (accountMay(account, '-x', dataDir)) return realpath(dataDir);
    home = join(SYSTEM_FOLDER, randomUUID());
    await symlink(home, link);
  }
  await mkdir(home, { recursive: true, mode: 0o711 });
  return home;
}

/** Removes what the account keeps outside of the data folder, before that is removed itself. */
export async function removeClusterHome(dataDir: string): Promise<void> {
  const home = await readlink(linkToHome(dataDir)).catch(() => undefined);
  if (home !== undefined) await rm(home, { recursive: true, force: true });
}

function linkToHome(dataDir: string): string {
  return join(dataDir, 'elsewhere');
}

/** Where copies of the binaries go when the account cannot read the installed ones. */
export function copiesFolder(home: string, account: PostgresAccount): string {
  return account.uid === undefined ? home : SYSTEM_FOLDER;
}

/**
 * Opens the cluster in `home`, creating it the first time. It is made under another name and renamed when it is whole, so
 * that a start that was killed half-way is simply made again.
 */
export async function openCluster(
  home: string,
  account: PostgresAccount,
  binaries: PostgresBinaries,
  durable: boolean,
): Promise<PostgresCluster> {
  const folder = clusterFolder(home);
  const existing = await readCluster(folder, binaries);
  if (existing) return existing;
  for (const killed of globSync(join(home, 'unfinished-*'))) {
    // Its initdb may still be writing: then the folder goes with the next creation.
    await rm(killed, { recursive: true, force: true }).catch(() => undefined);
  }
  const unfinished = join(home, `unfinished-${randomUUID()}`);
  await createCluster(unfinished, account, binaries, durable);
  await rename(unfinished, folder);
  const created = await readCluster(folder, binaries);
  if (!created) throw new Error(`The database's files in ${folder} cannot be read.`);
  return created;
}

export function clusterFolder(home: string): string {
  return join(home, 'cluster');
}

async function readCluster(folder: string, binaries: PostgresBinaries): Promise<PostgresCluster | undefined> {
  const data = join(folder, 'data');
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`The database's files in ${folder} cannot be read (${error.code}): they belong to another user.`);
  });
  if (version === undefined) return undefined;
  if (version.trim() !== binaries.majorVersion) {
    throw new Error(
      `The database in ${folder} was made by PostgreSQL ${version.trim()}, this is ${binaries.majorVersion}: move it with pg_dump or choose another DATA_DIR.`,
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
    // Sorts by code point on every machine; an order that depends on the system's library breaks indexes when that changes.
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
