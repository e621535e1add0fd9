import { watchNpmParent } from './npmParent.ts';

/** Ctrl-C, a polite kill, a closed terminal, or a killed npm. */
export function stopSignal() {
  const controller = new AbortController();
  let again: (() => void) | undefined;
  const stop = () => {
    if (controller.signal.aborted) again?.();
    else controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  watchNpmParent(stop);
  const heard = new Promise<undefined>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return {
    signal: controller.signal,
    heard,
    onAgain(action: () => void) {
      again = action;
    },
  };
}
