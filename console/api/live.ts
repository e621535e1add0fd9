import { updateFrame } from '../app/frameState.ts';
import { askAgain } from './queryClient.ts';
import { observeServerTime, serverNow } from './serverClock.ts';

/** What lists are made of: `orders` changes with any order, the others as the server names them. */
export type Topic =
  | 'orders'
  | 'requests'
  | 'alerts'
  | 'notes'
  | 'takes'
  | 'looking'
  | 'configuration'
  | 'differences'
  | 'signer'
  | 'testQuotes';

type News = {
  readonly now: string;
  readonly orders: readonly string[];
  readonly topics: Readonly<Partial<Record<Topic, string>>>;
};

const AGAIN_MS = 3_000;

/** This page of this browser, as the server tells it apart from the person’s others. */
export const TAB = crypto.randomUUID();

let lines = 0;
let source: EventSource | undefined;
let again: ReturnType<typeof setTimeout> | undefined;

/** Listens to what changes, and has what is on screen asked again. `refused`: the server does not let this browser listen. */
export function listenToNews(refused: () => void): void {
  stopListening();
  const opened = new EventSource(`/gateway/console/live?tab=${TAB}`);
  source = opened;
  // The server has forgotten what this page has open: whoever shows something says it again.
  opened.addEventListener('open', () => updateFrame({ lines: ++lines }));
  opened.addEventListener('message', ({ data }) => hear(JSON.parse(String(data)) as News));
  opened.addEventListener('error', () => {
    // The browser connects again by itself, unless it was refused.
    if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
    refused();
    again = setTimeout(() => listenToNews(refused), AGAIN_MS);
  });
}

export function stopListening(): void {
  clearTimeout(again);
  source?.close();
  source = undefined;
}

function hear({ now, orders, topics }: News): void {
  observeServerTime(now);
  updateFrame({ heardAt: serverNow() });
  const changed = new Set<unknown>([...Object.keys(topics), ...(orders.length > 0 ? ['orders'] : [])]);
  if (changed.size === 0) return;
  void askAgain({
    predicate: ({ meta }) => {
      const wanted = (meta?.['topics'] ?? []) as readonly Topic[];
      const orderNo = meta?.['orderNo'];
      const isOfOrder = typeof orderNo === 'string' && (topics.orders !== undefined || orders.includes(orderNo));
      return isOfOrder || wanted.some((topic) => changed.has(topic));
    },
  });
}
