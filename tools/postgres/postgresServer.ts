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
  type StopStep,
  stopProcess,
  waitUntilGone,
  workingFolder,
} from '../process/processIdentity.ts';
import type { PostgresAccount } from './postgresAccount.ts';
import type { PostgresBinaries } from './postgresBinaries.ts';
import type { PostgresCluster } from './postgresCluster.ts';

/** A server process that runs on one cluster, ours by birth or by adoption. */
export type PostgresServer = { readonly identity: ProcessIdentity; readonly port: number };

/** Disconnects everybody; then gives up at once and recovers at the next start; then the hard way. */
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGINT', patienceMs: 10_000 },
  { signal: 'SIGQUIT', patienceMs: 5_000 },
  { signal: 'SIGKILL', patienceMs: 2_000 },
];

/** Replaying the log of a killed server can take this long before it answers. */
const READY_PATIENCE_MS = 120_000;
const LARGEST_LOG_BYTES = 10_000_000;

export async function stopPostgresServer(server: PostgresServer): Promise<void> {
  await stopProcess(server.identity, STOP_STEPS);
}

/** The server that an earlier run left behind on this cluster, once it is ready; a stale note of one is removed. */
export async function findLeftServer(cluster: PostgresCluster): Promise<PostgresServer | undefined> {
  const note = await readPidFile(cluster);
  if (!note) return undefined;
  const identity = identifyProcess(note.pid);
  if (!identity || !isServerOf(cluster, identity)) {
    // PostgreSQL would not start when any other process got the old pid, as happens in every restarted container.
    await rm(join(cluster.data, 'postmaster.pid'), { force: true });
    return undefined;
  }
  const port = await waitUntilReady(cluster, identity);
  if (port !== undefined) return { identity, port };
  await stopProcess(identity, STOP_STEPS);
  return undefined;
}

/** Elsewhere than on Linux the pid file has to be believed. */
function isServerOf(cluster: PostgresCluster, { pid }: ProcessIdentity): boolean {
  return process.platform !== 'linux' || workingFolder(pid) === cluster.data;
}

export type ServerOptions = {
  readonly account: PostgresAccount;
  readonly binaries: PostgresBinaries;
  /** Undefined: any free one. */
  readonly port: number | undefined;
  readonly logFile: string;
  /** False only for tests: a crash of the machine may then lose everything. */
  readonly durable: boolean;
};

/** Starts the server in a process group of its own: Ctrl-C in the terminal must not stop it before those who use it. */
export async function startPostgresServer(cluster: PostgresCluster, options: ServerOptions): Promise<PostgresServer> {
  await keepLogSmall(options.logFile);
  const deadline = performance.now() + 15_000;
  while (true) {
    const port = options.port ?? (await freePort());
    const outcome = await launch(cluster, port, options);
    if (typeof outcome !== 'string') return outcome;
    // The workers of a killed server hold its memory until they notice; a free port may be taken before we are there.
    const passing = /still in use/.test(outcome) || (options.port === undefined && /bind|listen/.test(outcome));
    if (!passing || performance.now() > deadline) throw new Error(startFailure(outcome, port, options.logFile));
    await sleep(200);
  }
}

function startFailure(reason: string, port: number, logFile: string): string {
  if (/bind|listen/.test(reason)) return `Port ${port}, meant for the database, is taken by another program.`;
  return `The database did not start: ${reason || 'it gave no reason'} (see ${logFile}).`;
}

/** The running server, or the reason why it did not come up. */
async function launch(
  cluster: PostgresCluster,
  port: number,
  { account, binaries, logFile, durable }: ServerOptions,
): Promise<PostgresServer | string> {
  const log = await open(logFile, 'a');
  const { size: logStart } = await log.stat();
  const settings = { ...SETTINGS, ...(durable ? {} : UNSAFE_SETTINGS), port: String(port) };
  const child = spawn(
    binaries.postgres,
    ['-D', cluster.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, detached: true, stdio: ['ignore', log.fd, log.fd] },
  );
  child.unref();
  try {
    if (child.pid === undefined) return await once(child, 'error').then(([error]) => String(error));
    const identity = identifyProcess(child.pid);
    const ready = identity && (await waitUntilReady(cluster, identity));
    if (identity && ready !== undefined) return { identity, port: ready };
    if (identity && isRunning(identity)) await stopProcess(identity, STOP_STEPS);
    return await reasonInLog(logFile, logStart);
  } finally {
    await log.close();
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
  // Queries here are short; compiling them costs more than it saves.
  jit: 'off',
} as const;

const UNSAFE_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } as const;

async function reasonInLog(logFile: string, from: number): Promise<string> {
  const text = (await readFile(logFile)).subarray(from).toString('utf8');
  const lines = text.split('\n').filter((line) => /FATAL|PANIC|could not|error while loading/.test(line));
  return lines.map((line) => line.replace(/^.*?(LOG|FATAL|PANIC|WARNING): */, '')).join('; ');
}

type PidFile = { readonly pid: number; readonly port: number; readonly status: string };

/** See "postmaster.pid" in PostgreSQL's miscadmin.h: pid, folder, start, port, socket folder, address, memory, status. */
async function readPidFile(cluster: PostgresCluster): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3] ?? 0), status: lines[7] ?? '' } : undefined;
}

/** The server's port once it takes connections; undefined when it ended or is ending. */
async function waitUntilReady(cluster: PostgresCluster, identity: ProcessIdentity): Promise<number | undefined> {
  const deadline = performance.now() + READY_PATIENCE_MS;
  while (isRunning(identity) && performance.now() < deadline) {
    const note = await readPidFile(cluster);
    if (note?.pid === identity.pid && note.status === 'ready') return note.port;
    if (note?.pid === identity.pid && note.status === 'stopping') {
      await waitUntilGone(identity, READY_PATIENCE_MS);
      return undefined;
    }
    await sleep(10);
  }
  return undefined;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port.');
  return address.port;
}

async function keepLogSmall(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LARGEST_LOG_BYTES) await rename(logFile, `${logFile}.earlier`);
}
