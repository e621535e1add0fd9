import { useEffect, useEffectEvent } from 'react';

/** How many screens this document has shown; the first one is announced by the browser itself. */
let arrivals = 0;

/**
 * Stands beside a screen and comes with it. After a navigation the focus, left behind on what is gone, goes to the new
 * heading; a screen that has put it somewhere itself keeps it there.
 */
export function Arrival({ onArrive }: { readonly onArrive: () => void }) {
  const arrive = useEffectEvent(onArrive);
  useEffect(() => {
    arrivals += 1;
    if (arrivals === 1) return;
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
