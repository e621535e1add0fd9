import { useEffect, useSyncExternalStore } from 'react';
import type { PaletteItem } from '../../parts/overlays/CommandPalette.tsx';

const NO_ACTIONS: readonly PaletteItem[] = [];

const offeredLists = new Set<readonly PaletteItem[]>();
let offeredActions = NO_ACTIONS;
const listeners = new Set<() => void>();

/** Offers actions of the current screen in ⌘K while the caller is mounted. Pass the same list until it changes. */
export function useOfferScreenActions(offered: readonly PaletteItem[]): void {
  useEffect(() => {
    offeredLists.add(offered);
    notifyListeners();
    return () => {
      offeredLists.delete(offered);
      notifyListeners();
    };
  }, [offered]);
}

export function useOfferedActions(): readonly PaletteItem[] {
  return useSyncExternalStore(subscribe, () => offeredActions);
}

function notifyListeners(): void {
  offeredActions = [...offeredLists].flat();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
