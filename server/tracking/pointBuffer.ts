import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { insertPoints, type TrackingPoint } from './trackingStore.ts';

/** Points in memory until the next batch. A page never waits for the database on their account. */
export type PointBuffer = {
  /** Takes it at once, or drops it when too many wait. */
  add(point: TrackingPoint): void;
  /** Writes what waits. What cannot be written is dropped: a funnel is not worth a purchase. */
  flush(): Promise<void>;
};

const MOST_WAITING = 10_000;
const BATCH = 1_000;

export function createPointBuffer(database: Database, log: Log): PointBuffer {
  let waiting: TrackingPoint[] = [];
  let dropped = 0;
  return {
    add(point) {
      if (waiting.length < MOST_WAITING) waiting.push(point);
      else dropped += 1;
    },
    async flush() {
      const points = waiting;
      waiting = [];
      if (dropped > 0) log.warn({ dropped }, 'tracking points were dropped: too many at once');
      dropped = 0;
      for (let start = 0; start < points.length; start += BATCH)
        await insertPoints(database, points.slice(start, start + BATCH));
    },
  };
}
