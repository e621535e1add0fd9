/**
 * State of the connection to the server. `silent`: the last request got no answer. `offline`: in addition the browser
 * reports no network. Both signals are needed: browsers can be wrong about the network, and servers can be down.
 */
export type Connection = 'good' | 'silent' | 'offline';

/** Longer waits are shown to the buyer. */
const SLOW_MS = 8000;

let isSilent = false;
const pendingWaits = new Set<object>();
const slowWaits = new Set<object>();
const listeners = new Set<() => void>();

/**
 * Records whether a request got an answer, and notifies the listeners of a change. The error response of a call counts as an
 * answer, that of a health check does not.
 */
export function recordAnswer(isAnswered: boolean): void {
  if (isSilent !== isAnswered) return;
  isSilent = !isAnswered;
  notifyListeners();
}

export function getConnection(): Connection {
  if (!isSilent) return 'good';
  return navigator.onLine ? 'silent' : 'offline';
}

/** Tracks a request that the buyer waits for, so that a long wait can be shown. */
export function trackWait(answer: Promise<unknown>): void {
  const wait = {};
  pendingWaits.add(wait);
  const timer = setTimeout(() => {
    slowWaits.add(wait);
    notifyListeners();
  }, SLOW_MS);
  const end = () => {
    clearTimeout(timer);
    pendingWaits.delete(wait);
    slowWaits.delete(wait);
    notifyListeners();
  };
  answer.then(end, end);
}

export function hasSlowRequest(): boolean {
  return slowWaits.size > 0;
}

export function hasNoPendingRequest(): boolean {
  return pendingWaits.size === 0;
}

/** The listener is also called when a request becomes slow and when any request ends. Returns a function that unsubscribes. */
export function subscribeToConnection(changed: () => void): () => void {
  listeners.add(changed);
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    listeners.delete(changed);
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
