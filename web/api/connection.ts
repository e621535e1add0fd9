/**
 * The connection to the server. `silent`: the last request got no answer. `offline`: and the browser says that there is no
 * network. Neither is believed alone: browsers err about the network, and servers can be away.
 */
export type Connection = 'good' | 'silent' | 'offline';

/** A wait that lasts longer is shown. */
const SLOW_MS = 8000;

let silent = false;
const waits = new Set<object>();
const slowWaits = new Set<object>();
const listeners = new Set<() => void>();

/** What a request shows about the connection: any answer is a good one, also a refusal. */
export function noteAnswer(came: boolean): void {
  if (silent !== came) return;
  silent = !came;
  announce();
}

export function currentConnection(): Connection {
  if (!silent) return 'good';
  return navigator.onLine ? 'silent' : 'offline';
}

/** Counts what the buyer waits for, so that a long wait can be shown. */
export function followWait(answer: Promise<unknown>): void {
  const wait = {};
  waits.add(wait);
  const timer = setTimeout(() => {
    slowWaits.add(wait);
    announce();
  }, SLOW_MS);
  const end = () => {
    clearTimeout(timer);
    waits.delete(wait);
    slowWaits.delete(wait);
    announce();
  };
  answer.then(end, end);
}

export function isSlow(): boolean {
  return slowWaits.size > 0;
}

export function isQuiet(): boolean {
  return waits.size === 0;
}

/** Also called when a wait becomes slow, and when one ends. */
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

function announce(): void {
  for (const listener of listeners) listener();
}
