import { useEffect, useSyncExternalStore } from 'react';
import type { PaletteItem } from '../parts/CommandPalette.tsx';

const NO_ACTS: readonly PaletteItem[] = [];

const offers = new Set<readonly PaletteItem[]>();
let acts = NO_ACTS;
const listeners = new Set<() => void>();

/** Legal acts of a part of the screen that is shown: ⌘K offers them while it stands. Give the same list until it changes. */
export function useOfferedActs(offered: readonly PaletteItem[]): void {
  useEffect(() => {
    offers.add(offered);
    tell();
    return () => {
      offers.delete(offered);
      tell();
    };
  }, [offered]);
}

export function usePageActs(): readonly PaletteItem[] {
  return useSyncExternalStore(subscribe, () => acts);
}

function tell(): void {
  acts = [...offers].flat();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
