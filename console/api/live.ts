import { updateFrame } from '../app/frameState.ts';
import { refetchShownData } from './queryClient.ts';
import { getServerTime, observeServerTime } from './serverClock.ts';

/** Topics of live updates. A query of the topic `orders` is refetched when any order changes. */
export type LiveTopic =
  | 'orders'
  | 'requests'
  | 'people'
  | 'alerts'
  | 'notes'
  | 'takes'
  | 'viewers'
  | 'configuration'
  | 'differences'
  | 'signer'
  | 'testQuotes';

type LiveUpdate = {
  readonly now: string;
  /** Numbers of the changed orders. */
  readonly orders: readonly string[];
  /** Versions of the changed topics. Has `orders` if any order may have changed unnoticed. */
  readonly topics: Readonly<Partial<Record<LiveTopic, string>>>;
};

const RECONNECT_DELAY_MS = 3_000;

/** Identifies this tab to the server. */
export const TAB = crypto.randomUUID();

let connectionCount = 0;
let source: EventSource | undefined;
let reconnectTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Receives live updates, and refetches the data on screen that they change. If the server rejects the connection, calls
 * `onRefused`, and connects again after three seconds.
 */
export function startLiveUpdates(onRefused: () => void): void {
  stopLiveUpdates();
  const opened = new EventSource(`/gateway/console/live?tab=${TAB}`);
  source = opened;
  // The server forgets what a tab has open when its connection ends. The new count makes every shown item report itself again.
  opened.addEventListener('open', () => updateFrame({ streamConnections: ++connectionCount }));
  opened.addEventListener('message', ({ data }) => applyLiveUpdate(JSON.parse(String(data)) as LiveUpdate));
  opened.addEventListener('error', () => {
    // The browser reconnects unless it was refused.
    if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
    onRefused();
    reconnectTimer = setTimeout(() => startLiveUpdates(onRefused), RECONNECT_DELAY_MS);
  });
}

export function stopLiveUpdates(): void {
  clearTimeout(reconnectTimer);
  source?.close();
  source = undefined;
}

function applyLiveUpdate({ now, orders, topics }: LiveUpdate): void {
  observeServerTime(now);
  updateFrame({ updatedAt: getServerTime() });
  const changed = new Set<unknown>([...Object.keys(topics), ...(orders.length > 0 ? ['orders'] : [])]);
  if (changed.size === 0) return;
  void refetchShownData({
    predicate: ({ meta }) => {
      const queryTopics = (meta?.['topics'] ?? []) as readonly LiveTopic[];
      const orderNo = meta?.['orderNo'];
      const isOfOrder = typeof orderNo === 'string' && (topics.orders !== undefined || orders.includes(orderNo));
      return isOfOrder || queryTopics.some((topic) => changed.has(topic));
    },
  });
}
