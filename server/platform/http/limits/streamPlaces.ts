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

/** How often each process renews its lease, with one statement. */
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
  const freed = new Set<number>();
  let lastPlace = 0;

  function free(place: number, inserting: Promise<unknown>): void {
    open.delete(place);
    freed.add(place);
    void inserting
      .then(() => deleteStreamPlaces(database, holder, [place]))
      .then(() => freed.delete(place))
      // The next renewal retries.
      .catch(() => undefined);
  }

  return {
    async take(client, most) {
      lastPlace += 1;
      const place = lastPlace;
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
      if (freed.size === 0) return;
      const places = [...freed];
      await deleteStreamPlaces(database, holder, places);
      for (const place of places) freed.delete(place);
    },

    stop: () => deleteStreamHolder(database, holder),
  };
}
