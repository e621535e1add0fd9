import './scrolls.css';
import type { ReactNode } from 'react';

/** What may be wider than its column scrolls by itself, by the arrows too. */
export function Scrolls({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
    <section className="scrolls" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
