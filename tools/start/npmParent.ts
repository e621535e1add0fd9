import { identifyProcess, isRunning, parentOf, partsOf } from '../process/processIdentity.ts';

/**
 * Calls `gone` once when the `npm` that started us is killed: we are what it runs, though the system tells us nothing.
 * Started in any other way, we outlive our parent, as a program in the background does. Only Linux tells without a further
 * program; elsewhere Ctrl-C still works.
 */
export function watchNpmParent(gone: () => void): void {
  // Between npm and us there is at most one shell.
  const pid = [process.ppid, parentOf(process.ppid)].find((one) => /^npm( |$)/.test(partsOf(one, 'cmdline')[0] ?? ''));
  const npm = pid === undefined ? undefined : identifyProcess(pid);
  if (!npm) return;
  const watch = setInterval(() => {
    if (isRunning(npm)) return;
    clearInterval(watch);
    gone();
  }, 250);
  watch.unref();
}
