/** npm passes Ctrl-C on to a program that the terminal has sent it to already. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Returns a signal that is aborted, with the name of the first signal as its reason, when a signal stops the run. The run then
 * still prints its outcome; a second Ctrl-C ends it at once.
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
