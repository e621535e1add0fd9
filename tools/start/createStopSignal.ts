import { identifyProcess, isRunning, readParentPid, readProcessStrings } from '../process/processIdentity.ts';

/**
 * Calls `onEnd` once when the `npm` process that started this one is killed, since the system then sends no signal. A process
 * that was started in another way outlives its parent, like a background program. Does nothing on systems other than Linux.
 */
function watchNpmParent(onEnd: () => void): void {
  // Between npm and this process there is at most one shell.
  const pid = [process.ppid, readParentPid(process.ppid)].find((one) =>
    /^npm( |$)/.test(readProcessStrings(one, 'cmdline')[0] ?? ''),
  );
  const npm = pid === undefined ? undefined : identifyProcess(pid);
  if (!npm) return;
  const watch = setInterval(() => {
    if (isRunning(npm)) return;
    clearInterval(watch);
    onEnd();
  }, 250);
  watch.unref();
}

/**
 * Returns a signal that aborts on Ctrl-C, SIGTERM, a closed terminal, or a killed npm, and a promise that then resolves.
 * `onAgain` sets what a further Ctrl-C, SIGTERM or closed terminal does.
 */
export function createStopSignal() {
  const controller = new AbortController();
  let again: (() => void) | undefined;
  const stop = () => {
    if (controller.signal.aborted) again?.();
    else controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  watchNpmParent(stop);
  const stopRequested = new Promise<undefined>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return {
    signal: controller.signal,
    requested: stopRequested,
    onAgain(action: () => void) {
      again = action;
    },
  };
}
