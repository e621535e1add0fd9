/**
 * While a sheet, dialog or drawer is open, one entry of the browser's history belongs to it, so that Back closes it
 * instead of leaving the page. Overlays that follow one another share the entry.
 */
type OverlayState = { readonly overlay?: boolean } | null;

const openOverlays: (() => void)[] = [];
let held = false;
let release: ReturnType<typeof setTimeout> | undefined;

/** Holds the entry for an overlay; the result gives it back. `close` is called when the buyer goes back. */
export function holdBack(close: () => void): () => void {
  openOverlays.push(close);
  clearTimeout(release);
  if (!held) {
    history.pushState({ overlay: true }, '');
    held = true;
  }
  return () => {
    openOverlays.splice(openOverlays.indexOf(close), 1);
    clearTimeout(release);
    if (openOverlays.length === 0) release = setTimeout(giveBack);
  };
}

function giveBack(): void {
  if (!held || openOverlays.length > 0) return;
  held = false;
  // A link inside the overlay has replaced the entry by a page: that page stays.
  if ((history.state as OverlayState)?.overlay) history.back();
}

if (typeof window !== 'undefined') {
  addEventListener('popstate', () => {
    if (!held || (history.state as OverlayState)?.overlay) return;
    held = false;
    openOverlays.at(-1)?.();
  });
}
