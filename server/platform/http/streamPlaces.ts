import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../database/database.ts';
import { deleteHolder, deletePlaces, insertHolder, insertPlace, renewLease } from './streamPlaceStore.ts';

/** One statement of each process. */
export const RENEW_PLACES_MS = 15_000;

/** Longer than a database that works takes, and short for a page. */
const PATIENCE_MS = 300;

/** Streams of this process as all processes count them. */
export type StreamPlaces = {
  /**
   * Takes a place beside those of all processes, and gives the way to free it; undefined where the client has `most` of them.
   * A database that does not answer denies nobody.
   */
  take(client: string, most: number): Promise<(() => void) | undefined>;
  /** Says that this process is alive: before the first stream, and again within the lease. */
  renew(): Promise<void>;
  /** Frees every place. */
  stop(): Promise<void>;
};

export function openStreamPlaces(database: Queryable): StreamPlaces {
  const holder = randomUUID();
  const open = new Map<number, string>();
  /** Left, and not yet out of the database. */
  const left = new Set<number>();
  let last = 0;

  function free(place: number, inserting: Promise<unknown>): void {
    open.delete(place);
    left.add(place);
    void inserting
      .then(() => deletePlaces(database, holder, [place]))
      .then(() => left.delete(place))
      // The next renewal does it.
      .catch(() => undefined);
  }

  return {
    async take(client, most) {
      last += 1;
      const place = last;
      open.set(place, client);
      const inserting = insertPlace(database, { holder, place, client, most }).catch(() => true);
      const taken = await Promise.race([inserting, sleep(PATIENCE_MS, true)]);
      if (taken) return () => free(place, inserting);
      open.delete(place);
      return undefined;
    },

    async renew() {
      if (!(await renewLease(database, holder)))
        await insertHolder(
          database,
          holder,
          [...open].map(([place, client]) => ({ place, client })),
        );
      if (left.size === 0) return;
      const places = [...left];
      await deletePlaces(database, holder, places);
      for (const place of places) left.delete(place);
    },

    stop: () => deleteHolder(database, holder),
  };
}
