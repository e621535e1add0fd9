import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * One run of one program. A pid alone is not enough: after a crash or a reboot the system gives it to another process,
 * so the time at which the process started belongs to its name.
 */
export type ProcessIdentity = { readonly pid: number; readonly startTime: string };

/** Fields of /proc/PID/stat counted from `state`, the one after the command's closing parenthesis: see proc(5). */
const STATE_FIELD = 0;
const PARENT_FIELD = 1;
const START_TIME_FIELD = 19;

function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** When the process started, in the system's own unit; undefined when it does not run (a zombie does not). */
function processStartTime(pid: number): string | undefined {
  if (process.platform !== 'linux') return startTimeFromPs(pid);
  const fields = statFields(pid);
  return /[ZX]/.test(fields[STATE_FIELD] ?? 'X') ? undefined : fields[START_TIME_FIELD];
}

function startTimeFromPs(pid: number): string | undefined {
  try {
    const answer = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [state = '', ...startTime] = answer.split(/\s+/);
    return state === '' || state.startsWith('Z') ? undefined : startTime.join(' ');
  } catch {
    return undefined;
  }
}

/** The identity of a running process; undefined when there is none with that pid. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startTime = processStartTime(pid);
  return startTime === undefined ? undefined : { pid, startTime };
}

export function isRunning(identity: ProcessIdentity): boolean {
  return processStartTime(identity.pid) === identity.startTime;
}

/** The folder a process works in; undefined where the system does not tell. */
export function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** The parts of a process's command line or environment; none where the system does not tell. */
export function partsOf(pid: number, what: 'cmdline' | 'environ'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** 0 where the system does not tell. */
export function parentOf(pid: number): number {
  return Number(statFields(pid)[PARENT_FIELD] ?? 0);
}

/** Polls because a process that is not our child cannot be waited for. Answers whether it is gone. */
export async function waitUntilGone(identity: ProcessIdentity, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (isRunning(identity)) {
    if (performance.now() >= deadline) return false;
    await sleep(20);
  }
  return true;
}

/** A signal, and how long to wait for its effect before the next one. */
export type StopStep = { readonly signal: NodeJS.Signals; readonly patienceMs: number };

/** Sends the signals one after another until the process is gone. Does nothing to a process that only shares the pid. */
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
