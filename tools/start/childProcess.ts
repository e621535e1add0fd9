import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess, type ProcessIdentity, stopProcess } from '../process/processIdentity.ts';
import { OperatorError } from './operatorError.ts';

/** A process of a running Slipway. */
export type Child = {
  /** Name for the operator: `server`, `sandbox`. */
  readonly name: string;
  readonly identity: ProcessIdentity;
  /** False for a process that is expected to end by itself. */
  readonly lasts: boolean;
  readonly logFile: string;
  /** Resolves with the exit status; null if a signal ended the process. */
  readonly ended: Promise<number | null>;
  /** Asks the process to end; after `patienceMs` kills it with everything it started. */
  stop(patienceMs: number): Promise<void>;
};

export type ChildOptions = {
  readonly name: string;
  readonly lasts: boolean;
  /** The program's file and its arguments, run with the current Node. */
  readonly command: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logFile: string;
};

/**
 * Starts a process in its own session, so that Ctrl-C in the terminal reaches only this process, which stops its children in
 * order. The child logs to a file rather than to a pipe, since it may outlive this process.
 */
export function startChild({ name, lasts, command, folder, environment, logFile }: ChildOptions): Child {
  mkdirSync(dirname(logFile), { recursive: true });
  renameEarlierLog(logFile);
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
  // Even a process that has ended keeps its entry until Node reads its exit status in a later tick.
  const identity = identifyProcess(child.pid) ?? { pid: child.pid, startTime: '' };
  return { name, identity, lasts, logFile, ended, stop: (patienceMs) => stopProcessGroup(identity, patienceMs) };
}

function renameEarlierLog(logFile: string): void {
  try {
    renameSync(logFile, logFile.replace(/\.log$/, '.earlier.log'));
  } catch {
    // The first run has none.
  }
}

async function stopProcessGroup(identity: ProcessIdentity, patienceMs: number): Promise<void> {
  if (await stopProcess(identity, [{ signal: 'SIGTERM', patienceMs }])) return;
  try {
    process.kill(-identity.pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}

/** Returns the log so far; a child writes a new one in each run. */
export function readLog(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Waits until `isReady` returns true. Throws an {@link OperatorError} if the child ends first or takes too long, and the signal's
 * reason if the signal aborts.
 */
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
      throw new OperatorError(
        `The ${child.name} did not start: ${readStartFailure(child.logFile)} (see ${child.logFile}).`,
      );
    if (performance.now() > deadline) {
      throw new OperatorError(
        `The ${child.name} was not ready after ${patienceMs / 1000} s: ${readStartFailure(child.logFile)} (see ${child.logFile}).`,
      );
    }
    await sleep(50, undefined, { signal });
  }
}

/** Returns the reason why a process did not start: the log's last error, otherwise its last line. */
export function readStartFailure(logFile: string): string {
  const entries = readEntries(logFile);
  return (entries.findLast(({ isError }) => isError) ?? entries.at(-1))?.text ?? 'it gave no reason';
}

/** Returns a colon and the log's last error; an empty string if there is none. */
export function readLastError(logFile: string): string {
  const error = readEntries(logFile).findLast(({ isError }) => isError);
  return error ? `: ${error.text}` : '';
}

function readEntries(logFile: string) {
  return readLog(logFile)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseLogLine);
}

const ERROR_LEVEL = 50;
const ERROR_LINE = /^(\w*Error|error|fatal)\b/i;

/** Parses a log line. Slipway logs JSON lines; errors before its logger exists are plain text from Node. */
function parseLogLine(line: string): { text: string; isError: boolean } {
  try {
    const entry = JSON.parse(line) as { level?: number; msg?: string; error?: { message?: string } };
    const text = [entry.msg, entry.error?.message].filter(Boolean).join(': ');
    if (text) return { text: text.split('\n')[0] ?? text, isError: (entry.level ?? 0) >= ERROR_LEVEL };
  } catch {
    // Not JSON.
  }
  return { text: line.trim(), isError: ERROR_LINE.test(line.trim()) };
}
