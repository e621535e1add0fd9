import type { VendorAnswer } from './callVendor.ts';

/**
 * What a provider publishes and changes now and then: asked for once, and again in the background when it has aged. The signal
 * ends the waiting, not the asking: the answer serves the next one.
 */
export type ReferenceData<Value> = (signal?: AbortSignal) => Promise<Value | undefined>;

const FRESH_MS = 15 * 60_000;

/**
 * Nobody waits for what was known before: an old answer serves until a newer one has come. Undefined while nothing is known
 * and the provider does not say. One that has had too many questions is left alone for as long as it wants. `now` is the
 * machine's time.
 */
export function referenceData<Value>(
  ask: () => Promise<VendorAnswer<Value>>,
  now: () => number = () => performance.now(),
): ReferenceData<Value> {
  let known: { readonly value: Value; readonly at: number } | undefined;
  let asking: Promise<Value | undefined> | undefined;
  let quietUntil = Number.NEGATIVE_INFINITY;

  function renew(): Promise<Value | undefined> {
    asking ??= ask()
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
    if (!known) return signal ? Promise.race([renew(), ended(signal)]) : renew();
    if (now() - known.at >= FRESH_MS) void renew();
    return known.value;
  };
}

function ended(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
