import type { Database } from '../../platform/database/database.ts';
import { listenToChannel } from '../../platform/database/listenToChannel.ts';
import type { Log } from '../../platform/log/log.ts';
import { readTopicVersions, type TopicVersions } from './topicVersionStore.ts';

/** The changes since the previous message: order numbers, and the new versions of changed lists by topic. */
export type ChangeMessage = {
  readonly orders: readonly string[];
  /** `orders` is set if any order may have changed unnoticed; clients then refetch every shown order. */
  readonly topics: Partial<TopicVersions> & { readonly orders?: typeof ANY_ORDER };
};

/** Marks a message before which order changes may have been missed. */
export const ANY_ORDER = 'any';

export type ChangeFeed = {
  /** Returns the newest versions, for a new listener; undefined until they are read after a connect. */
  versions(): TopicVersions | undefined;
  subscribe(listener: (message: ChangeMessage) => void): () => void;
  stop(): Promise<void>;
};

const POLL_INTERVAL_MS = 1_000;

/** Creates a feed that polls once a second for all listeners of this process, and not at all without listeners. */
export function createChangeFeed(database: Database, directUrl: string, log: Log): ChangeFeed {
  const listeners = new Set<(message: ChangeMessage) => void>();
  const changed = new Set<string>();
  let versions: TopicVersions | undefined;
  let isPolling = false;
  let mayHaveMissed = false;
  const channel = listenToChannel(directUrl, 'order_events', log, {
    receive(payloads) {
      if (listeners.size === 0) return;
      for (const payload of payloads) changed.add(payload.split(' ', 1)[0] ?? '');
    },
    // Changes before a connect or reconnect may have been missed, so clients refetch what they show.
    connected() {
      versions = undefined;
      mayHaveMissed = true;
    },
  });

  async function poll(): Promise<void> {
    if (listeners.size === 0 || isPolling) return;
    isPolling = true;
    try {
      const before = versions;
      versions = await readTopicVersions(database);
      const topics = {
        ...findChangedVersions(before, versions),
        ...(mayHaveMissed && ({ orders: ANY_ORDER } as const)),
      };
      const message: ChangeMessage = { orders: [...changed], topics };
      changed.clear();
      mayHaveMissed = false;
      for (const listener of listeners) listener(message);
    } catch (error) {
      log.warn({ error }, 'changes could not be read');
    } finally {
      isPolling = false;
    }
  }

  const timer = setInterval(() => void poll(), POLL_INTERVAL_MS);
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

function findChangedVersions(before: TopicVersions | undefined, now: TopicVersions): Partial<TopicVersions> {
  return Object.fromEntries(
    Object.entries(now).filter(([topic, version]) => before?.[topic as keyof TopicVersions] !== version),
  );
}
