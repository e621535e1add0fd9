import type { VendorAnswer } from './callVendor.ts';

/**
 * A provider's published data that rarely change: fetched once, and refreshed in the background when stale. The signal
 * aborts the wait, whose result is then undefined, but not the request, whose answer is cached.
 */
export type ReferenceData<Value> = (signal?: AbortSignal) => Promise<Value | undefined>;

const FRESH_MS = 15 * 60_000;

/**
 * Creates a cache that returns stale data until newer data have arrived. Returns undefined while it has no data and the
 * provider does not answer. Respects the provider's retry delay after a rate limit. `now` is the machine's clock.
 */
export function createReferenceData<Value>(
  fetchValue: () => Promise<VendorAnswer<Value>>,
  now: () => number = () => performance.now(),
): ReferenceData<Value> {
  let known: { readonly value: Value; readonly at: number } | undefined;
  let pending: Promise<Value | undefined> | undefined;
  let retryAt = Number.NEGATIVE_INFINITY;

  function refresh(): Promise<Value | undefined> {
    pending ??= fetchValue()
      .then((answer) => {
        if (answer.kind === 'answered') known = { value: answer.body, at: now() };
        if (answer.kind === 'failed' && answer.isRateLimited) retryAt = now() + answer.retryAfterMs;
        return known?.value;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  }

  return async (signal) => {
    if (now() < retryAt) return known?.value;
    if (!known) return signal ? Promise.race([refresh(), waitForAbort(signal)]) : refresh();
    if (now() - known.at >= FRESH_MS) void refresh();
    return known.value;
  };
}

function waitForAbort(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
