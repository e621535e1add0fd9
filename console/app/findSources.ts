import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PaletteItem } from '../parts/CommandPalette.tsx';

export type Finding = {
  readonly items: readonly PaletteItem[];
  /** As what the query was understood: "an order number". */
  readonly understood?: string;
};

/** Asks the server what a query means and finds; the signal says that nobody waits any more. */
export type Finder = (query: string, signal: AbortSignal) => Promise<Finding>;

/** While a word is being typed, nobody is asked. */
const PAUSE_MS = 120;
const NOTHING: Finding = { items: [] };
const NO_ACTS: readonly PaletteItem[] = [];

let finder: Finder | undefined;
const offers = new Set<readonly PaletteItem[]>();
let acts = NO_ACTS;
const listeners = new Set<() => void>();

export function setFinder(next: Finder): void {
  finder = next;
}

/** Legal acts of a part of the screen that is shown: ⌘K offers them while it stands. Give the same list until it changes. */
export function useOfferedActs(offered: readonly PaletteItem[]): void {
  useEffect(() => {
    offers.add(offered);
    tellActs();
    return () => {
      offers.delete(offered);
      tellActs();
    };
  }, [offered]);
}

export function usePageActs(): readonly PaletteItem[] {
  return useSyncExternalStore(subscribe, () => acts);
}

/** What is found for a query, after a moment in which it has not changed. */
export function useFound(query: string): Finding & { readonly searching: boolean } {
  const [answer, setAnswer] = useState<{ readonly query: string; readonly finding: Finding }>();
  const wanted = query.trim();
  useEffect(() => {
    if (wanted === '' || !finder) return undefined;
    const asked = finder;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      asked(wanted, stop.signal).then(
        (finding) => !stop.signal.aborted && setAnswer({ query: wanted, finding }),
        () => !stop.signal.aborted && setAnswer({ query: wanted, finding: NOTHING }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  const isAnswered = answer?.query === wanted;
  return {
    ...(isAnswered ? answer.finding : NOTHING),
    searching: wanted !== '' && !isAnswered && finder !== undefined,
  };
}

function tellActs(): void {
  acts = [...offers].flat();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
