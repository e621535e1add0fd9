import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../platform/log/log.ts';
import { sayFaults } from '../platform/log/sayFaults.ts';

/** Something that is done again and again, with a pause after each time. */
export type Repetition = {
  readonly name: string;
  readonly pauseMs: number;
  /** For how long no round has succeeded, and why the last one failed; undefined while it has not failed. */
  progress(): { readonly sinceSuccessMs: number; readonly fault: string | undefined };
  stop(): Promise<void>;
};

/** A round that fails is logged and the next one comes; rounds never overlap. */
export function repeat(name: string, pauseMs: number, round: () => Promise<void>, log: Log): Repetition {
  const stopping = new AbortController();
  const { signal } = stopping;
  const faults = sayFaults({ name, fault: 'a round failed', end: 'rounds succeed again' }, log);

  let succeededAt = performance.now();
  let fault: string | undefined;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await round().then(
        () => {
          succeededAt = performance.now();
          fault = undefined;
          faults.none();
        },
        (error: unknown) => {
          fault = error instanceof Error ? error.message : String(error);
          faults.one(error);
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
