import { useEffect, useEffectEvent } from 'react';

/** Number of screens shown in this document; the browser announces the first one itself. */
let shownScreens = 0;

/**
 * Rendered together with a screen. After a navigation, calls `onArrive` and moves the focus to the new heading unless the
 * screen has focused something itself.
 */
export function HeadingFocus({ onArrive }: { readonly onArrive: () => void }) {
  const arrive = useEffectEvent(onArrive);
  useEffect(() => {
    shownScreens += 1;
    if (shownScreens === 1) return;
    focusHeading();
    arrive();
  }, []);
  return null;
}

function focusHeading(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector('main');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
