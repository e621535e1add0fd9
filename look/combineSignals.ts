/** Returns a signal that aborts with either of two, as `AbortSignal.any` does, which Safari has from version 17.4 on. */
export function combineSignals(first: AbortSignal, second: AbortSignal): AbortSignal {
  const combined = new AbortController();
  for (const signal of [first, second]) {
    const abort = () => combined.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: combined.signal });
  }
  return combined.signal;
}
