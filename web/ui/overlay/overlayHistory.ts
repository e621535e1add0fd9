/**
 * While a sheet, dialog or drawer is open it owns one history entry, so that Back closes it instead of leaving the
 * page. Consecutive overlays share the entry.
 */
type OverlayState = { readonly overlay?: boolean } | null;

const openOverlays: (() => void)[] = [];
let hasEntry = false;
let releaseTimer: ReturnType<typeof setTimeout> | undefined;

/** Adds the history entry for an overlay; the returned function removes it. `close` is called when the buyer goes back. */
export function addOverlayEntry(close: () => void): () => void {
  openOverlays.push(close);
  clearTimeout(releaseTimer);
  if (!hasEntry) {
    history.pushState({ overlay: true }, '');
    hasEntry = true;
  }
  return () => {
    openOverlays.splice(openOverlays.indexOf(close), 1);
    clearTimeout(releaseTimer);
    if (openOverlays.length === 0) releaseTimer = setTimeout(removeOverlayEntry);
  };
}

function removeOverlayEntry(): void {
  if (!hasEntry || openOverlays.length > 0) return;
  hasEntry = false;
  // A link inside the overlay has replaced the entry with a page, which stays.
  if ((history.state as OverlayState)?.overlay) history.back();
}

if (typeof window !== 'undefined') {
  addEventListener('popstate', () => {
    if (!hasEntry || (history.state as OverlayState)?.overlay) return;
    hasEntry = false;
    openOverlays.at(-1)?.();
  });
}
