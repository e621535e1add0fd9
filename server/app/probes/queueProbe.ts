import type { Probe } from '../../notification/heartbeats/watchHeartbeats.ts';
import type { Database } from '../../platform/database/database.ts';
import { findOverdueQueues } from './overdueQueueStore.ts';

/** Checks that workers process what is due. */
export function queueProbe(database: Database): Probe {
  return {
    kind: 'queue_stalled',
    check: async () =>
      new Map(
        (await findOverdueQueues(database)).map(({ queue, waiting, oldestSeconds }) => [
          queue,
          `${waiting} wait, the oldest for ${oldestSeconds} s`,
        ]),
      ),
  };
}
