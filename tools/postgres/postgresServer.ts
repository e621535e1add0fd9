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

export async function stopPostgresServer({ identity }: PostgresServer): Promise<void> {
  await stopProcess(identity, STOP_STEPS);
}

/** The server that an earlier run left on this cluster; one that takes no connections is stopped, a stale note removed. */
export async function findLeftServer(cluster: PostgresCluster): Promise<PostgresServer | undefined> {
  const note = await readNote(cluster);
  if (!note) return undefined;
  const identity = identifyProcess(note.pid);
  // Elsewhere than on Linux the note has to be believed.
  if (!identity || (process.platform === 'linux' && workingFolder(note.pid) !== cluster.data)) {
    // PostgreSQL would not start when any other process got the old pid, as happens in every restarted container.
    await rm(noteFile(cluster), { force: true });
    return undefined;
  }
  if (note.isReady) return { identity, port: note.port };
  await stopProcess(identity, STOP_STEPS);
  return undefined;
}

function noteFile({ data }: PostgresCluster): string {
  return join(data, 'postmaster.pid');
}

/** See "postmaster.pid" in PostgreSQL's miscadmin.h: pid, folder, start, port, socket folder, address, memory, status. */
async function readNote(cluster: PostgresCluster) {
  const text = await readFile(noteFile(cluster), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), isReady: lines[7] === 'ready' } : undefined;
}

export type ServerOptions = {
  readonly account: PostgresAccount;
  readonly binaries: PostgresBinaries;
  readonly logFile: string;
  /** False only for tests: a crash of the machine may then lose everything. */
  readonly durable: boolean;
};

/** Starts the server, on any free port. */
export async function startPostgresServer(cluster: PostgresCluster, options: ServerOptions): Promise<PostgresServer> {
  const { logFile } = options;
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LARGEST_LOG_BYTES) await rename(logFile, `${logFile}.earlier`);
  const deadline = performance.now() + 15_000;
  while (true) {
    const outcome = await launch(cluster, options);
    if (typeof outcome !== 'string') return outcome;
    // The workers of a killed server hold its memory until they notice; a free port may be taken before we are there.
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
  // Queries here are short; compiling them costs more than it saves.
  jit: 'off',
} as const;

const UNSAFE_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // By the file system, which may share what is alike.
  file_copy_method: 'clone',
} as const;

/**
 * The running server, or the reason why it did not come up. It has a process group of its own: Ctrl-C in the terminal must
 * not stop it before those who use it. It writes to a file, since it outlives us.
 */
async function launch(
  cluster: PostgresCluster,
  { account, binaries, logFile, durable }: ServerOptions,
): Promise<PostgresServer | string> {
  const settings = { ...SETTINGS, ...(durable ? {} : UNSAFE_SETTINGS), port: String(await freePort()) };
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
  // Until Node, in a later turn, reads its exit status even one that has ended keeps its entry.
  const identity = identifyProcess(child.pid) ?? { pid: child.pid, startTime: '' };
  const deadline = performance.now() + READY_PATIENCE_MS;
  while (isRunning(identity) && performance.now() < deadline) {
    const note = await readNote(cluster);
    if (note?.pid === identity.pid && note.isReady) return { identity, port: note.port };
    await sleep(10);
  }
  await stopProcess(identity, STOP_STEPS);
  return reasonInLog(logFile, logStart);
}

async function reasonInLog(logFile: string, from: number): Promise<string> {
  const text = (await readFile(logFile)).subarray(from).toString('utf8');
  const lines = text.split('\n').filter((line) => /FATAL|PANIC|could not|error while loading/.test(line));
  return lines.map((line) => line.replace(/^.*?(LOG|FATAL|PANIC|WARNING): */, '')).join('; ');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await probe[Symbol.asyncDispose]();
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port.');
  return address.port;
}
