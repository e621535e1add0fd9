import { useSyncExternalStore } from 'react';

const QUERY = '(min-width: 1024px)';

/** Returns true for the desktop layout: two columns, titles inside the card. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(subscribe, isDesktop, isDesktop);
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Like {@link useIsDesktop}, at the time of the call. */
export function isDesktop(): boolean {
  return matchMedia(QUERY).matches;
}
