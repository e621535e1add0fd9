import { useEffect, useState } from 'react';

/** What became of a copy: the browser took the value, or refused it. */
export type Copying = { readonly value: string; readonly taken: boolean };

const TAKEN_SHOWN_MS = 1500;

/**
 * The latest copy and the act of copying, which gives whether the browser took the value. One that was taken is told of for a
 * moment; one that was refused until another is tried, since its reader has something to do.
 */
export function useCopying(): readonly [Copying | null, (value: string) => Promise<boolean>] {
  const [copying, setCopying] = useState<Copying | null>(null);
  useEffect(() => {
    if (!copying?.taken) return undefined;
    const timer = setTimeout(() => setCopying(null), TAKEN_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copying]);
  const copy = async (value: string) => {
    const taken = await isTaken(value);
    setCopying({ value, taken });
    return taken;
  };
  return [copying, copy];
}

/** No: a frame without the permission, a browser that asks and is told no, an address without TLS. */
async function isTaken(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return false;
  }
}

/** As if the reader had selected it: Ctrl+C copies it, and so does the menu of a phone. */
export function selectText(shown: Element | null): void {
  if (shown) getSelection()?.selectAllChildren(shown);
}
