/** Time within which a repeated signal is ignored: npm forwards Ctrl-C to a program that got it from the terminal already. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Returns a signal that aborts on the first process signal, with its name as the reason. The run can then still print its
 * outcome. A further signal, more than a second later, ends the process immediately.
 */
export function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted) firstAt = performance.now();
      else if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(1);
      controller.abort(name);
    });
  }
  return controller.signal;
}
