import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../../database/database.ts';
import {
  deleteStreamHolder,
  deleteStreamPlaces,
  insertStreamHolder,
  insertStreamPlace,
  renewStreamLease,
} from './streamPlaceStore.ts';

/** One statement per process and interval. */
export const RENEW_PLACES_MS = 15_000;

/** Longer than a healthy database takes, and acceptable for a page. */
const TAKE_TIMEOUT_MS = 300;

/** Open streams of this process, counted across all processes. */
export type StreamPlaces = {
  /**
   * Takes a place and returns the function that frees it; undefined if the client has `most` in all processes. If the
   * database does not answer, the place is granted.
   */
  take(client: string, most: number): Promise<(() => void) | undefined>;
  /** Registers this process: before the first stream, and again within the lease. */
  renew(): Promise<void>;
  /** Frees every place. */
  stop(): Promise<void>;
};

export function openStreamPlaces(database: Queryable): StreamPlaces {
  const holder = randomUUID();
  const open = new Map<number, string>();
  /** Freed, but not yet deleted from the database. */
  const left = new Set<number>();
  let last = 0;

  function free(place: number, inserting: Promise<unknown>): void {
    open.delete(place);
    left.add(place);
    void inserting
      .then(() => deleteStreamPlaces(database, holder, [place]))
      .then(() => left.delete(place))
      // The next renewal retries.
      .catch(() => undefined);
  }

  return {
    async take(client, most) {
      last += 1;
      const place = last;
      open.set(place, client);
      const inserting = insertStreamPlace(database, { holder, place, client, most }).catch(() => true);
      const taken = await Promise.race([inserting, sleep(TAKE_TIMEOUT_MS, true)]);
      if (taken) return () => free(place, inserting);
      open.delete(place);
      return undefined;
    },

    async renew() {
      if (!(await renewStreamLease(database, holder)))
        await insertStreamHolder(
          database,
          holder,
          [...open].map(([place, client]) => ({ place, client })),
        );
      if (left.size === 0) return;
      const places = [...left];
      await deleteStreamPlaces(database, holder, places);
      for (const place of places) left.delete(place);
    },

    stop: () => deleteStreamHolder(database, holder),
  };
}
