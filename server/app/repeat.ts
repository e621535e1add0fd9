import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../platform/log/log.ts';

/** Something that is done again and again, with a pause after each time. */
export type Repetition = { stop(): Promise<void> };

/** A fault that stays, such as a database that is away, is said so often and not with every round. */
const SAID_AGAIN_MS = 60_000;

/** A round that fails is logged and the next one comes; rounds never overlap. */
export function repeat(name: string, pauseMs: number, round: () => Promise<void>, log: Log): Repetition {
  const stopping = new AbortController();
  const { signal } = stopping;
  const faults = sayFaults(name, log);

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await round().then(faults.none, faults.one);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Says a fault when it comes, while it stays each minute with how often it was met, and its end. */
export function sayFaults(
  name: string,
  log: Pick<Log, 'error' | 'info'>,
  elapsedMs: () => number = () => performance.now(),
): { one(error: unknown): void; none(): void } {
  let met: { readonly fault: string; times: number; saidAtMs: number } | undefined;
  return {
    one(error) {
      const fault = String(error);
      const now = elapsedMs();
      if (met?.fault === fault) met.times += 1;
      else met = { fault, times: 1, saidAtMs: now - SAID_AGAIN_MS };
      if (now - met.saidAtMs < SAID_AGAIN_MS) return;
      met.saidAtMs = now;
      log.error({ name, times: met.times, error }, 'a round failed');
    },
    none() {
      if (met) log.info({ name, times: met.times }, 'rounds succeed again');
      met = undefined;
    },
  };
}
