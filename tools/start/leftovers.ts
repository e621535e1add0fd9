import { readdirSync } from 'node:fs';
import {
  identifyProcess,
  isRunning,
  type ProcessIdentity,
  parentOf,
  partsOf,
  stopProcess,
} from '../process/processIdentity.ts';

/** Every process of a run carries the run's data folder in this variable, and so does whatever those start. */
const MARK = 'SLIPWAY_RUN_OF';

export function runMark(dataDir: string): Record<string, string> {
  return { [MARK]: dataDir };
}

/**
 * Stops what a killed run on this folder left behind: the children it noted, and on Linux also those of which it had no time
 * to make a note and their own, such as the local chains. Newest first, so that the server goes before what it talks to.
 */
export async function stopLeftovers(dataDir: string, noted: readonly ProcessIdentity[]): Promise<number> {
  const found = new Map([...noted.filter(isRunning), ...markedProcesses(dataDir)].map((one) => [one.pid, one]));
  const newestFirst = [...found.values()].toSorted(
    (a, b) => Number(b.startTime) - Number(a.startTime) || b.pid - a.pid,
  );
  const parents = newestFirst.filter(({ pid }) => !found.has(parentOf(pid)));
  // Each of our children stops what it has started; what is left after that has lost its parent.
  for (const one of [...parents, ...newestFirst]) {
    await stopProcess(one, [
      { signal: 'SIGTERM', patienceMs: 5_000 },
      { signal: 'SIGKILL', patienceMs: 2_000 },
    ]);
  }
  return found.size;
}

function markedProcesses(dataDir: string): ProcessIdentity[] {
  if (process.platform !== 'linux') return [];
  const mark = `${MARK}=${dataDir}`;
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && partsOf(pid, 'environ').includes(mark))
    .flatMap((pid) => identifyProcess(pid) ?? []);
}
