import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess, type ProcessIdentity, stopProcess } from '../process/processIdentity.ts';
import { OperatorError } from './operatorError.ts';

/** One of the processes that make up a running Slipway. */
export type Child = {
  /** As the operator knows it: `server`, `sandbox`. */
  readonly name: string;
  readonly identity: ProcessIdentity;
  /** False when it is meant to end by itself. */
  readonly lasts: boolean;
  readonly logFile: string;
  /** Its exit status once it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Asks it to end, and ends it with everything it started when it does not. */
  stop(patienceMs: number): Promise<void>;
};

export type ChildOptions = {
  readonly name: string;
  readonly lasts: boolean;
  /** The program's file and its arguments, for this same Node. */
  readonly command: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logFile: string;
};

/**
 * Starts a process in a session of its own, so that Ctrl-C in the terminal reaches only us, who stop the children in order.
 * It writes to a file rather than to a pipe, since it may outlive us.
 */
export function startChild({ name, lasts, command, folder, environment, logFile }: ChildOptions): Child {
  mkdirSync(dirname(logFile), { recursive: true });
  keepEarlierLog(logFile);
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  if (child.pid === undefined) throw new OperatorError(`The ${name} could not be started.`);
  const ended = once(child, 'exit').then(
    ([status]) => (typeof status === 'number' ? status : null),
    () => null,
  );
  // Even one that has already ended keeps its entry until Node, in a later turn, reads its exit status.
  const identity = identifyProcess(child.pid) ?? { pid: child.pid, startTime: '' };
  return { name, identity, lasts, logFile, ended, stop: (patienceMs) => stopWithItsOwn(identity, patienceMs) };
}

function keepEarlierLog(logFile: string): void {
  try {
    renameSync(logFile, logFile.replace(/\.log$/, '.earlier.log'));
  } catch {
    // The first run has none.
  }
}

async function stopWithItsOwn(identity: ProcessIdentity, patienceMs: number): Promise<void> {
  if (await stopProcess(identity, [{ signal: 'SIGTERM', patienceMs }])) return;
  try {
    process.kill(-identity.pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

/** The log so far; a child writes a new one in each run. */
export function readLog(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8');
  } catch {
    return '';
  }
}

/** Waits until `isReady` says so. Throws an {@link OperatorError} when the child ends first or takes too long. */
export async function waitUntilReady(
  child: Child,
  isReady: () => Promise<boolean>,
  { patienceMs, signal }: { readonly patienceMs: number; readonly signal: AbortSignal },
): Promise<void> {
  let ended = false;
  void child.ended.then(() => {
    ended = true;
  });
  const deadline = performance.now() + patienceMs;
  while (!(await isReady())) {
    signal.throwIfAborted();
    if (ended)
      throw new OperatorError(`The ${child.name} did not start: ${reasonIn(child.logFile)} (see ${child.logFile}).`);
    if (performance.now() > deadline) {
      throw new OperatorError(
        `The ${child.name} was not ready after ${patienceMs / 1000} s: ${reasonIn(child.logFile)} (see ${child.logFile}).`,
      );
    }
    await sleep(50, undefined, { signal });
  }
}

/** Why something that could not start did not: the log's last error, else its last words. */
export function reasonIn(logFile: string): string {
  const entries = readEntries(logFile);
  return (entries.findLast(({ isError }) => isError) ?? entries.at(-1))?.text ?? 'it gave no reason';
}

/** The log's last error with a colon before it; empty when it holds none. */
export function lastErrorIn(logFile: string): string {
  const error = readEntries(logFile).findLast(({ isError }) => isError);
  return error ? `: ${error.text}` : '';
}

function readEntries(logFile: string) {
  return readLog(logFile)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(asEntry);
}

const ERROR_LEVEL = 50;
const ERROR_LINE = /^(\w*Error|error|fatal)\b/i;

/** Our processes log JSON lines; what kills Node before that is plain text. */
function asEntry(line: string): { text: string; isError: boolean } {
  try {
    const entry = JSON.parse(line) as { level?: number; msg?: string; error?: { message?: string } };
    const text = [entry.msg, entry.error?.message].filter(Boolean).join(': ');
    if (text) return { text: text.split('\n')[0] ?? text, isError: (entry.level ?? 0) >= ERROR_LEVEL };
  } catch {
    // Not JSON.
  }
  return { text: line.trim(), isError: ERROR_LINE.test(line.trim()) };
}
