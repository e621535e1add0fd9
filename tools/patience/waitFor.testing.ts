import { vi } from 'vitest';
import { patienceMs } from './patience.ts';

/** Repeats the attempt until it no longer throws, and returns its result. Throws the last error after {@link patienceMs}. */
export function waitFor<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(attempt, { timeout: patienceMs, interval: 20 });
}
