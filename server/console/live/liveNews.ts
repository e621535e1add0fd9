import type { Database } from '../../platform/database/database.ts';
import { listenToChannel } from '../../platform/database/listenToChannel.ts';
import type { Log } from '../../platform/log/log.ts';
import { readVersions, type Versions } from './liveStore.ts';

/** What has changed since the word before: ids of orders, and the topics of lists. */
export type News = {
  readonly orders: readonly string[];
  /** `orders` where any order may have changed unheard: every one that is shown is asked for again. */
  readonly topics: Partial<Versions> & { readonly orders?: typeof ANY_ORDER };
};

/** Of a word before which changes of orders may have been missed. */
export const ANY_ORDER = 'any';

export type LiveNews = {
  /** What there is now, for somebody who begins to listen. */
  versions(): Versions | undefined;
  subscribe(listener: (news: News) => void): () => void;
  stop(): Promise<void>;
};

const LOOK_EVERY_MS = 1_000;

/** One look a second for everybody who looks at this process, and none while nobody does. */
export function createLiveNews(database: Database, directUrl: string, log: Log): LiveNews {
  const listeners = new Set<(news: News) => void>();
  const changed = new Set<string>();
  let versions: Versions | undefined;
  let looking = false;
  let mayHaveMissed = false;
  const channel = listenToChannel(directUrl, 'order_events', log, {
    heard(payload) {
      const [orderNo = ''] = payload.split(' ', 1);
      if (listeners.size > 0) changed.add(orderNo);
    },
    // What was missed meanwhile is asked for by whoever shows it.
    connected() {
      versions = undefined;
      mayHaveMissed = true;
    },
  });

  async function look(): Promise<void> {
    if (listeners.size === 0 || looking) return;
    looking = true;
    try {
      const before = versions;
      versions = await readVersions(database);
      const topics = { ...differing(before, versions), ...(mayHaveMissed && ({ orders: ANY_ORDER } as const)) };
      const news: News = { orders: [...changed], topics };
      changed.clear();
      mayHaveMissed = false;
      for (const listener of listeners) listener(news);
    } catch (error) {
      log.warn({ error }, 'what is new could not be read');
    } finally {
      looking = false;
    }
  }

  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    versions: () => versions,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async stop() {
      clearInterval(timer);
      await channel.stop();
    },
  };
}

function differing(before: Versions | undefined, now: Versions): Partial<Versions> {
  return Object.fromEntries(
    Object.entries(now).filter(([topic, version]) => before?.[topic as keyof Versions] !== version),
  );
}
