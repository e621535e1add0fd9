import { useSyncExternalStore } from 'react';
import { getServerTime } from './serverClock.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = getServerTime();

/** Returns the server's time in milliseconds, updated each second: one timer for all clocks on the page. */
export function useNow(): number {
  return useNowSelector((at) => at);
}

/**
 * Returns a value derived from the server's time; the caller rerenders only when the value changes. The value must
 * be a primitive.
 */
export function useNowSelector<Answer extends string | number | boolean>(read: (nowMs: number) => Answer): Answer {
  return useSyncExternalStore(subscribe, () => read(now));
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) now = getServerTime();
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = getServerTime();
  for (const listener of listeners) listener();
}
