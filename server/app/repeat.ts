import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../platform/log/log.ts';

/** Something that is done again and again, with a pause after each time. */
export type Repetition = { stop(): Promise<void> };

/** A round that fails is logged and the next one comes; rounds never overlap. */
export function repeat(name: string, pauseMs: number, round: () => Promise<void>, log: Log): Repetition {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await round();
      } catch (error) {
        log.error({ name, error }, 'a round failed');
      }
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
