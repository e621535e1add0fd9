import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../platform/log/log.ts';
import { sayFaults } from '../platform/log/sayFaults.ts';

/** Something that is done again and again, with a pause after each time. */
export type Repetition = { stop(): Promise<void> };

/** A round that fails is logged and the next one comes; rounds never overlap. */
export function repeat(name: string, pauseMs: number, round: () => Promise<void>, log: Log): Repetition {
  const stopping = new AbortController();
  const { signal } = stopping;
  const faults = sayFaults({ name, fault: 'a round failed', end: 'rounds succeed again' }, log);

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
