import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Identifies one run of one program. A pid is not enough: after a crash or a reboot the system reuses it, so the start time
 * is part of the identity.
 */
export type ProcessIdentity = { readonly pid: number; readonly startTime: string };

/** Fields of /proc/PID/stat, counted from `state`, which follows the command's closing parenthesis: see proc(5). */
const STATE_FIELD = 0;
const PARENT_FIELD = 1;
const START_TIME_FIELD = 19;

function readStatFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Returns the start time in the system's own unit; undefined if the process does not run (zombies included). */
function readStartTime(pid: number): string | undefined {
  if (process.platform !== 'linux') return readStartTimeFromPs(pid);
  const fields = readStatFields(pid);
  return /[ZX]/.test(fields[STATE_FIELD] ?? 'X') ? undefined : fields[START_TIME_FIELD];
}

function readStartTimeFromPs(pid: number): string | undefined {
  try {
    const answer = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [state = '', ...startTime] = answer.split(/\s+/);
    return state === '' || state.startsWith('Z') ? undefined : startTime.join(' ');
  } catch {
    return undefined;
  }
}

/** Returns the identity of a running process; undefined if none has that pid. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startTime = readStartTime(pid);
  return startTime === undefined ? undefined : { pid, startTime };
}

export function isRunning(identity: ProcessIdentity): boolean {
  return readStartTime(identity.pid) === identity.startTime;
}

/** Returns a process's working folder; undefined if the system does not provide it. */
export function readWorkingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Returns the parts of a process's command line or environment; empty if the system does not provide them. */
export function readProcessStrings(pid: number, what: 'cmdline' | 'environ'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Returns the parent's pid; 0 if the system does not provide it. */
export function readParentPid(pid: number): number {
  return Number(readStatFields(pid)[PARENT_FIELD] ?? 0);
}

/** Polls, because only child processes can be awaited. Returns true if the process has ended. */
export async function waitUntilGone(identity: ProcessIdentity, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (isRunning(identity)) {
    if (performance.now() >= deadline) return false;
    await sleep(20);
  }
  return true;
}

/** A signal, and the time to wait for its effect before the next one. */
export type StopStep = { readonly signal: NodeJS.Signals; readonly patienceMs: number };

/**
 * Sends the signals in order until the process has ended; never to another process that got the same pid. Returns true if the
 * process has ended.
 */
export async function stopProcess(identity: ProcessIdentity, steps: readonly StopStep[]): Promise<boolean> {
  for (const { signal, patienceMs } of steps) {
    if (!isRunning(identity)) return true;
    try {
      process.kill(identity.pid, signal);
    } catch {
      return !isRunning(identity);
    }
    if (await waitUntilGone(identity, patienceMs)) return true;
  }
  return !isRunning(identity);
}
