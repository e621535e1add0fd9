import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { insertPoints, type TrackingPoint } from './trackingStore.ts';

/** Tracking points in memory until the next batch, so that a page never waits for the database because of them. */
export type PointBuffer = {
  /** Adds a point immediately, or drops it if too many wait. */
  add(point: TrackingPoint): void;
  /** Writes the waiting points. If it rejects, they are dropped: tracking must never affect a purchase. */
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
