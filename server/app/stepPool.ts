import { setTimeout as sleep } from 'node:timers/promises';

/** Far above what the venue's budget lets through; what comes beyond it is sent again by the sweep. */
const MOST_AT_ONCE = 200;
/** As long as the queue waits for jobs that are under way. */
const STOP_PATIENCE_MS = 5_000;

export type StepPool = {
  /** Begins the work, unless work of the same key is under way or there is too much of it. */
  begin(key: string, work: () => Promise<void>): void;
  stop(): Promise<void>;
};

/**
 * Runs steps that may wait long for a vendor's limit of calls, so that they do not hold up the queue's other jobs. A step that
 * is lost with its process is sent again by the sweep (`sweepSteps`), as a lost job is.
 */
export function createStepPool(onFault: (error: unknown) => void): StepPool {
  const running = new Map<string, Promise<void>>();
  return {
    begin(key, work) {
      if (running.has(key) || running.size >= MOST_AT_ONCE) return;
      running.set(
        key,
        work()
          .catch(onFault)
          .finally(() => running.delete(key)),
      );
    },
    async stop() {
      await Promise.race([Promise.all(running.values()), sleep(STOP_PATIENCE_MS)]);
    },
  };
}
