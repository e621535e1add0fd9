import { useSyncExternalStore } from 'react';

const QUERY = '(min-width: 1024px)';

/** Two columns, titles inside the card. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(subscribe, isDesktop, isDesktop);
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** As {@link useIsDesktop}, at this moment. */
export function isDesktop(): boolean {
  return matchMedia(QUERY).matches;
}
