import type { Database } from '../../platform/database/database.ts';
import { listenToChannel } from '../../platform/database/listenToChannel.ts';
import type { Log } from '../../platform/log/log.ts';
import { readVersions, type Versions } from './liveStore.ts';

/** What has changed since the word before: ids of orders, and the topics of lists. */
export type News = {
  readonly orders: readonly string[];
  readonly topics: Partial<Versions>;
};

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
  const channel = listenToChannel(directUrl, 'order_events', log, {
    heard(payload) {
      const [orderNo = ''] = payload.split(' ', 1);
      if (listeners.size > 0) changed.add(orderNo);
    },
    // What was missed meanwhile is asked for by whoever shows it.
    connected() {
      versions = undefined;
    },
  });

  async function look(): Promise<void> {
    if (listeners.size === 0 || looking) return;
    looking = true;
    try {
      const before = versions;
      versions = await readVersions(database);
      const news = { orders: [...changed], topics: differing(before, versions) };
      changed.clear();
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
