import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  identifyProcess,
  isRunning,
  type ProcessIdentity,
  readWorkingFolder,
  type StopStep,
  stopProcess,
} from '../process/processIdentity.ts';
import type { PostgresAccount } from './postgresAccount.ts';
import type { PostgresBinaries } from './postgresBinaries.ts';
import type { PostgresCluster } from './postgresCluster.ts';

/** A running server process on one cluster; an earlier run may have started it. */
export type PostgresServer = { readonly identity: ProcessIdentity; readonly port: number };

/** Fast shutdown that disconnects all clients; then immediate shutdown with recovery at the next start; then a kill. */
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGINT', patienceMs: 10_000 },
  { signal: 'SIGQUIT', patienceMs: 5_000 },
  { signal: 'SIGKILL', patienceMs: 2_000 },
];

/** Recovery of a killed server may take this long. */
const READY_PATIENCE_MS = 120_000;
const LARGEST_LOG_BYTES = 10_000_000;

export async function stopPostgresServer({ identity }: PostgresServer): Promise<void> {
  await stopProcess(identity, STOP_STEPS);
}

/**
 * Returns the server that an earlier run left on this cluster; stops one that accepts no connections and removes a stale pid
 * file.
 */
export async function findRunningServer(cluster: PostgresCluster): Promise<PostgresServer | undefined> {
  const pidFile = await readPidFile(cluster);
  if (!pidFile) return undefined;
  const identity = identifyProcess(pidFile.pid);
  // Only Linux exposes the process's folder; elsewhere the pid file has to be trusted.
  if (!identity || (process.platform === 'linux' && readWorkingFolder(pidFile.pid) !== cluster.data)) {
    // PostgreSQL would not start if another process has the old pid, as happens in every restarted container.
    await rm(buildPidFilePath(cluster), { force: true });
    return undefined;
  }
  if (pidFile.isReady) return { identity, port: pidFile.port };
  await stopProcess(identity, STOP_STEPS);
  return undefined;
}

function buildPidFilePath({ data }: PostgresCluster): string {
  return join(data, 'postmaster.pid');
}

/** Reads postmaster.pid (see PostgreSQL's miscadmin.h): pid, folder, start, port, socket folder, address, memory, status. */
async function readPidFile(cluster: PostgresCluster) {
  const text = await readFile(buildPidFilePath(cluster), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), isReady: lines[7] === 'ready' } : undefined;
}

export type ServerOptions = {
  readonly account: PostgresAccount;
  readonly binaries: PostgresBinaries;
  readonly logFile: string;
  /** False only for tests: a machine crash may then lose all data. */
  readonly durable: boolean;
};

/** Starts the server on any free port; sets a large log aside first. Throws with the reason if the server does not start. */
export async function startPostgresServer(cluster: PostgresCluster, options: ServerOptions): Promise<PostgresServer> {
  const { logFile } = options;
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LARGEST_LOG_BYTES) await rename(logFile, `${logFile}.earlier`);
  const deadline = performance.now() + 15_000;
  while (true) {
    const outcome = await launchServer(cluster, options);
    if (typeof outcome !== 'string') return outcome;
    // The workers of a killed server keep its memory until they notice; another program may take the free port first.
    if (!/still in use|bind|listen/.test(outcome) || performance.now() > deadline) {
      throw new Error(`The database did not start: ${outcome || 'it gave no reason'} (see ${logFile}).`);
    }
    await sleep(200);
  }
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // Queries here are short, so JIT compilation costs more than it saves.
  jit: 'off',
} as const;

const UNSAFE_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Lets the file system share identical blocks.
  file_copy_method: 'clone',
} as const;

/**
 * Returns the running server, or the reason why it did not start. It has its own process group: Ctrl-C in the terminal must
 * not stop it before its clients. It logs to a file, since it may outlive the process that starts it.
 */
async function launchServer(
  cluster: PostgresCluster,
  { account, binaries, logFile, durable }: ServerOptions,
): Promise<PostgresServer | string> {
  const settings = { ...SETTINGS, ...(durable ? {} : UNSAFE_SETTINGS), port: String(await findFreePort()) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  await using log = await open(logFile, 'a');
  const { size: logStart } = await log.stat();
  const child = spawn(binaries.postgres, ['-D', cluster.data, ...flags], {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  if (child.pid === undefined) return once(child, 'error').then(([error]) => String(error));
  // Even a process that has ended keeps its entry until Node reads its exit status in a later tick.
  const identity = identifyProcess(child.pid) ?? { pid: child.pid, startTime: '' };
  const deadline = performance.now() + READY_PATIENCE_MS;
  while (isRunning(identity) && performance.now() < deadline) {
    const pidFile = await readPidFile(cluster);
    if (pidFile?.pid === identity.pid && pidFile.isReady) return { identity, port: pidFile.port };
    await sleep(10);
  }
  await stopProcess(identity, STOP_STEPS);
  return readStartFailure(logFile, logStart);
}

async function readStartFailure(logFile: string, from: number): Promise<string> {
  const text = (await readFile(logFile)).subarray(from).toString('utf8');
  const lines = text.split('\n').filter((line) => /FATAL|PANIC|could not|error while loading/.test(line));
  return lines.map((line) => line.replace(/^.*?(LOG|FATAL|PANIC|WARNING): */, '')).join('; ');
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await probe[Symbol.asyncDispose]();
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port.');
  return address.port;
}
