import type { VendorAnswer } from './callVendor.ts';

/**
 * A provider's published data that rarely change: fetched once, and refreshed in the background when stale. The signal
 * aborts the wait, not the request, whose answer is cached.
 */
export type ReferenceData<Value> = (signal?: AbortSignal) => Promise<Value | undefined>;

const FRESH_MS = 15 * 60_000;

/**
 * Creates a cache that returns stale data until newer have arrived. Undefined while there are none and the provider
 * does not answer. Respects the provider's retry delay after a rate limit. `now` is the machine's clock.
 */
export function createReferenceData<Value>(
  fetchValue: () => Promise<VendorAnswer<Value>>,
  now: () => number = () => performance.now(),
): ReferenceData<Value> {
  let known: { readonly value: Value; readonly at: number } | undefined;
  let asking: Promise<Value | undefined> | undefined;
  let quietUntil = Number.NEGATIVE_INFINITY;

  function renew(): Promise<Value | undefined> {
    asking ??= fetchValue()
      .then((answer) => {
        if (answer.kind === 'answered') known = { value: answer.body, at: now() };
        if (answer.kind === 'failed' && answer.isLimit) quietUntil = now() + answer.retryAfterMs;
        return known?.value;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }

  return async (signal) => {
    if (now() < quietUntil) return known?.value;
    if (!known) return signal ? Promise.race([renew(), waitForAbort(signal)]) : renew();
    if (now() - known.at >= FRESH_MS) void renew();
    return known.value;
  };
}

function waitForAbort(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
