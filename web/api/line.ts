import { useSyncExternalStore } from 'react';

/**
 * How the line to the server stands. `silent`: the last request got no answer. `offline`: and the browser says that there is
 * no network. Neither of the two is believed alone: browsers err about the network, and servers can be away.
 */
export type Line = 'good' | 'silent' | 'offline';

/** From here on a wait is worth a word. */
const SLOW_MS = 8000;

let silent = false;
const waits = new Set<object>();
const slowWaits = new Set<object>();
const listeners = new Set<() => void>();

/** What a request has told about the line: any answer is a good one, also a refusal. */
export function noteAnswer(came: boolean): void {
  if (silent !== came) return;
  silent = !came;
  announce();
}

export function presentLine(): Line {
  if (!silent) return 'good';
  return navigator.onLine ? 'silent' : 'offline';
}

export function useLine(): Line {
  return useSyncExternalStore(subscribeToLine, presentLine, presentLine);
}

/** Counts what the buyer waits for, so that a long wait can be told of. */
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

/** Also hears when a wait begins to be slow, and when one ends. */
export function subscribeToLine(changed: () => void): () => void {
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
