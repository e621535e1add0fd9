import { readdirSync } from 'node:fs';
import {
  identifyProcess,
  isRunning,
  type ProcessIdentity,
  readParentPid,
  readProcessStrings,
  stopProcess,
} from '../process/processIdentity.ts';

/** Environment variable with the run's data folder. Every process of a run has it, and child processes inherit it. */
const RUN_FOLDER_VARIABLE = 'SLIPWAY_RUN_OF';

export function buildRunMark(dataDir: string): Record<string, string> {
  return { [RUN_FOLDER_VARIABLE]: dataDir };
}

/**
 * Stops the processes that a killed run on this folder left behind: the recorded children, and on Linux also all other processes
 * of the run, such as the local chains. Newest first, so that the server ends before the services it uses. Returns their number.
 */
export async function stopLeftoverProcesses(dataDir: string, recorded: readonly ProcessIdentity[]): Promise<number> {
  const found = new Map([...recorded.filter(isRunning), ...findMarkedProcesses(dataDir)].map((one) => [one.pid, one]));
  const newestFirst = [...found.values()].toSorted(
    (a, b) => Number(b.startTime) - Number(a.startTime) || b.pid - a.pid,
  );
  const parents = newestFirst.filter(({ pid }) => !found.has(readParentPid(pid)));
  // A parent normally stops its own children. The second pass stops the children that are still running.
  for (const one of [...parents, ...newestFirst]) {
    await stopProcess(one, [
      { signal: 'SIGTERM', patienceMs: 5_000 },
      { signal: 'SIGKILL', patienceMs: 2_000 },
    ]);
  }
  return found.size;
}

function findMarkedProcesses(dataDir: string): ProcessIdentity[] {
  if (process.platform !== 'linux') return [];
  const mark = `${RUN_FOLDER_VARIABLE}=${dataDir}`;
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && readProcessStrings(pid, 'environ').includes(mark))
    .flatMap((pid) => identifyProcess(pid) ?? []);
}
