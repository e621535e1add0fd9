import './chip.css';
import type { ReactNode } from 'react';

type ChipProps = {
  readonly children: ReactNode;
  readonly count?: number;
  readonly on: boolean;
  readonly onToggle: () => void;
};

/** A filter that is on or off. */
export function Chip({ children, count, on, onToggle }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={on} onClick={onToggle}>
      {children}
      {count !== undefined && <b>{count}</b>}
    </button>
  );
}

/** Chips in a row; they wrap, and on a phone they scroll. */
export function Chips({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className="chips" aria-label={label}>
      {children}
    </fieldset>
  );
}
