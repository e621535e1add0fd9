import { setTimeout as sleep } from 'node:timers/promises';

/** Far above what the venue's call limit allows; the sweep resends any excess. */
const MAX_CONCURRENT_STEPS = 200;
/** As long as the queue waits for running jobs. */
const STOP_TIMEOUT_MS = 5_000;

export type StepPool = {
  /** Starts the work, unless work with the same key is running or the limit is reached. */
  begin(key: string, work: () => Promise<void>): void;
  stop(): Promise<void>;
};

/**
 * Runs steps that may wait long for a vendor's call limit, so that they do not block the queue. If the process dies, the
 * sweep resends the step (`sweepSteps`) like a lost job.
 */
export function createStepPool(onFault: (error: unknown) => void): StepPool {
  const running = new Map<string, Promise<void>>();
  return {
    begin(key, work) {
      if (running.has(key) || running.size >= MAX_CONCURRENT_STEPS) return;
      running.set(
        key,
        work()
          .catch(onFault)
          .finally(() => running.delete(key)),
      );
    },
    async stop() {
      await Promise.race([Promise.all(running.values()), sleep(STOP_TIMEOUT_MS)]);
    },
  };
}
