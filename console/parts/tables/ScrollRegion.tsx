import './scrolls.css';
import type { ReactNode } from 'react';

/** Makes content that may be wider than its column scrollable, also with arrow keys. */
export function ScrollRegion({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
    <section className="scrolls" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
