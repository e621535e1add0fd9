import type { HeartbeatKind } from '../../notification/heartbeats/heartbeats.ts';
import type { Probe } from '../../notification/heartbeats/watchHeartbeats.ts';
import type { PeriodicTask } from '../runPeriodically.ts';

const MINUTE_MS = 60_000;
/** A round may query a slow vendor, wait for the database, and be retried a few times. */
const MIN_DEADLINE_MS = 2 * MINUTE_MS;
/** A task that runs rarely may go without success for this many of its pauses. */
const PAUSES = 3;

/** Returns how long a task may go without a successful round. */
export function computeTaskDeadlineMs({ pauseMs }: Pick<PeriodicTask, 'pauseMs'>): number {
  return Math.max(MIN_DEADLINE_MS, PAUSES * pauseMs);
}

/** Checks that tasks succeed. `tasks` is called at each check: some start later than the watch. */
export function taskProbe(kind: HeartbeatKind, tasks: () => readonly PeriodicTask[]): Probe {
  return {
    kind,
    check: async () =>
      new Map(
        tasks().flatMap((task): [string, string][] => {
          const { sinceSuccessMs, fault } = task.progress();
          if (sinceSuccessMs < computeTaskDeadlineMs(task)) return [];
          const seconds = Math.round(sinceSuccessMs / 1_000);
          return [[task.name, `${fault ?? 'a round does not end'} (no success for ${seconds} s)`]];
        }),
      ),
  };
}
