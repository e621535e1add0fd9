import { useEffect, useState } from 'react';

/** Result of a copy: whether the browser wrote the value to the clipboard. */
export type CopyResult = { readonly value: string; readonly isCopied: boolean };

const SUCCESS_SHOWN_MS = 1500;

/**
 * Returns the result of the latest copy, and a function that copies. A success is displayed briefly. A failure stays until the
 * next copy, since the reader has to act: `shown`, the element that shows the value, is then selected.
 */
export function useCopying(): readonly [CopyResult | null, (value: string, shown?: Element | null) => Promise<void>] {
  const [copying, setCopying] = useState<CopyResult | null>(null);
  useEffect(() => {
    if (!copying?.isCopied) return undefined;
    const timer = setTimeout(() => setCopying(null), SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copying]);
  const copy = async (value: string, shown: Element | null = null) => {
    const isCopied = await writeToClipboard(value);
    setCopying({ value, isCopied });
    if (!isCopied) selectText(shown);
  };
  return [copying, copy];
}

/** Returns false in a frame without the permission, if the user denies it, or on a page without TLS. */
async function writeToClipboard(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return false;
  }
}

/** Selects the text, so that the reader can copy it with Ctrl+C or a phone's menu. */
export function selectText(shown: Element | null): void {
  if (shown) getSelection()?.selectAllChildren(shown);
}
