import type { VendorAnswer } from './callVendor.ts';

/** What a provider publishes and changes now and then: asked for once, and again in the background when it has aged. */
export type ReferenceData<Value> = () => Promise<Value | undefined>;

const FRESH_MS = 15 * 60_000;

/**
 * Nobody waits for what was known before: an old answer serves until a newer one has come. Undefined while nothing is known
 * and the provider does not say. `now` is the machine's time.
 */
export function referenceData<Value>(
  ask: () => Promise<VendorAnswer<Value>>,
  now: () => number = () => performance.now(),
): ReferenceData<Value> {
  let known: { readonly value: Value; readonly at: number } | undefined;
  let asking: Promise<Value | undefined> | undefined;

  function renew(): Promise<Value | undefined> {
    asking ??= ask()
      .then((answer) => {
        if (answer.kind === 'answered') known = { value: answer.body, at: now() };
        return known?.value;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }

  return async () => {
    if (!known) return renew();
    if (now() - known.at >= FRESH_MS) void renew();
    return known.value;
  };
}
