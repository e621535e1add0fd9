import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { type ConsoleTab, endPresence, renewPresence } from '../collaboration/presenceStore.ts';

export type PresenceLeases = {
  /** Renews the presence of a tab until the returned function is called. */
  hold(consoleTab: ConsoleTab): () => void;
  stop(): Promise<void>;
};

/** Three renewals within a lease, so that one failure does not end it. */
const RENEW_EVERY_MS = 10_000;

/** Renews the presence of all tabs of this process together, regularly, if there are any. */
export function createPresenceLeases(database: Database, log: Log): PresenceLeases {
  const held = new Set<ConsoleTab>();
  const warn = (error: unknown) => log.warn({ error }, 'presence could not be written');
  const timer = setInterval(() => {
    if (held.size > 0) renewPresence(database, [...held]).catch(warn);
  }, RENEW_EVERY_MS);
  timer.unref();
  return {
    hold(consoleTab) {
      held.add(consoleTab);
      return () => {
        held.delete(consoleTab);
        // A reconnected tab already has another stream.
        const hasOtherStream = [...held].some(
          ({ tab, person }) => tab === consoleTab.tab && person === consoleTab.person,
        );
        if (!hasOtherStream) endPresence(database, [consoleTab]).catch(warn);
      };
    },
    async stop() {
      clearInterval(timer);
      if (held.size > 0) await endPresence(database, [...held]).catch(warn);
      held.clear();
    },
  };
}
