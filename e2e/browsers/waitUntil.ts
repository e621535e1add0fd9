import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs } from '../../tools/patience/patience.ts';

const INTERVAL_MS = 100;

/**
 * Resolves with the first value that is neither undefined nor false. Retries after an error too: the element or the document
 * may be replaced during a check.
 */
export async function waitUntil<Value>(
  description: string,
  check: () => Promise<Value | undefined | false>,
): Promise<Value> {
  const deadline = performance.now() + patienceMs;
  let lastError: unknown;
  for (;;) {
    try {
      const value = await check();
      if (value !== undefined && value !== false) return value;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() > deadline)
      throw new Error(`${description}: not within ${patienceMs} ms`, { cause: lastError });
    await sleep(INTERVAL_MS);
  }
}
