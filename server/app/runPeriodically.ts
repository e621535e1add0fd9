import { setTimeout as sleep } from 'node:timers/promises';
import { createFaultLogger } from '../platform/log/createFaultLogger.ts';
import type { Log } from '../platform/log/log.ts';

/** A periodic task with a pause after each round. */
export type PeriodicTask = {
  readonly name: string;
  readonly pauseMs: number;
  /** Returns the time since the last successful round, and the error of the last round if that has failed. */
  progress(): { readonly sinceSuccessMs: number; readonly fault: string | undefined };
  stop(): Promise<void>;
};

/** Runs a task periodically. A failed round is logged and the next one follows; rounds never overlap. */
export function runPeriodically(name: string, pauseMs: number, round: () => Promise<void>, log: Log): PeriodicTask {
  const stopping = new AbortController();
  const { signal } = stopping;
  const faults = createFaultLogger({ name, fault: 'a round failed', end: 'rounds succeed again' }, log);

  let succeededAt = performance.now();
  let fault: string | undefined;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await round().then(
        () => {
          succeededAt = performance.now();
          fault = undefined;
          faults.logEnd();
        },
        (error: unknown) => {
          fault = error instanceof Error ? error.message : String(error);
          faults.logFault(error);
        },
      );
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    name,
    pauseMs,
    progress: () => ({ sinceSuccessMs: performance.now() - succeededAt, fault }),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
