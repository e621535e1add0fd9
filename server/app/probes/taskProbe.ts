import type { HeartbeatKind } from '../../notification/heartbeats/heartbeats.ts';
import type { Probe } from '../../notification/heartbeats/watchHeartbeats.ts';
import type { Repetition } from '../repeat.ts';

const MINUTE_MS = 60_000;
/** A round may ask a slow vendor, wait for the database, and be tried a few times. */
const LEAST_MS = 2 * MINUTE_MS;
const PAUSES = 3;

/** Returns for how long a task may go without a round that succeeds. */
export function allowedMs({ pauseMs }: Pick<Repetition, 'pauseMs'>): number {
  return Math.max(LEAST_MS, PAUSES * pauseMs);
}

/** Checks that tasks end without an error. `tasks` is asked at each check: some start later than the watch. */
export function taskProbe(kind: HeartbeatKind, tasks: () => readonly Repetition[]): Probe {
  return {
    kind,
    check: async () =>
      new Map(
        tasks().flatMap((task): [string, string][] => {
          const { sinceSuccessMs, fault } = task.progress();
          if (sinceSuccessMs < allowedMs(task)) return [];
          const seconds = Math.round(sinceSuccessMs / 1_000);
          return [[task.name, `${fault ?? 'a round does not end'} (no success for ${seconds} s)`]];
        }),
      ),
  };
}
