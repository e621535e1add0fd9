import { readFileSync } from 'node:fs';
import { identifyProcess, isRunning } from '../process/processIdentity.ts';

/** npm, and between it and us at most one shell. */
const GENERATIONS = 2;

/**
 * Calls `gone` once when the `npm` that started us is killed: we are what it runs, though the system tells us nothing.
 * Started in any other way, we outlive our parent, as a program in the background does.
 */
export function watchNpmParent(gone: () => void): void {
  const npm = npmParent();
  if (!npm) return;
  const watch = setInterval(() => {
    if (isRunning(npm)) return;
    clearInterval(watch);
    gone();
  }, 250);
  watch.unref();
}

function npmParent() {
  let pid = process.ppid;
  for (let generation = 0; generation < GENERATIONS; generation += 1) {
    const { command, parent } = describe(pid);
    if (/^npm( |$)/.test(command)) return identifyProcess(pid);
    pid = parent;
  }
  return undefined;
}

/** Only Linux tells without a further program; elsewhere Ctrl-C still works. */
function describe(pid: number): { command: string; parent: number } {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { command, parent: Number(parent ?? 0) };
  } catch {
    return { command: '', parent: 0 };
  }
}
