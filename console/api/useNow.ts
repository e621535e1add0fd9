import { useSyncExternalStore } from 'react';
import { serverNow } from './serverClock.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = serverNow();

/** The server's time in milliseconds, told anew each second: one timer for every clock on the page. */
export function useNow(): number {
  return useNowAs((at) => at);
}

/**
 * What the server's time makes of something: whoever asks is drawn again only when that becomes another, and not with each
 * second. The answer is a text, a number or a truth.
 */
export function useNowAs<Answer extends string | number | boolean>(read: (nowMs: number) => Answer): Answer {
  return useSyncExternalStore(subscribe, () => read(now));
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) now = serverNow();
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
  now = serverNow();
  for (const listener of listeners) listener();
}
