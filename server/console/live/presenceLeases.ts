import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { endPresence, type Place, renewPresence } from '../desk/presenceStore.ts';

export type PresenceLeases = {
  /** Keeps up what a tab has open, until it is let go. */
  hold(place: Place): () => void;
  stop(): Promise<void>;
};

/** Three times within a lease, so that one lost try ends nothing. */
const RENEW_EVERY_MS = 10_000;

/** One statement for all the tabs whose streams this process has, however many there are, and none while there is none. */
export function createPresenceLeases(database: Database, log: Log): PresenceLeases {
  const held = new Set<Place>();
  const warn = (error: unknown) => log.warn({ error }, 'who looks at what could not be written');
  const timer = setInterval(() => {
    if (held.size > 0) renewPresence(database, [...held]).catch(warn);
  }, RENEW_EVERY_MS);
  timer.unref();
  return {
    hold(place) {
      held.add(place);
      return () => {
        held.delete(place);
        // A tab that has lost its line and come again has another stream already.
        const isElsewhere = [...held].some(({ tab, person }) => tab === place.tab && person === place.person);
        if (!isElsewhere) endPresence(database, [place]).catch(warn);
      };
    },
    async stop() {
      clearInterval(timer);
      if (held.size > 0) await endPresence(database, [...held]).catch(warn);
      held.clear();
    },
  };
}
