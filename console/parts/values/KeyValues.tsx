import './keyValues.css';
import type { ReactNode } from 'react';
import type { Tone } from '../tone.ts';

export type KeyValue = {
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Total of the rows above it, set off by a line. */
  readonly total?: boolean;
  readonly tone?: Tone;
  /** Needed if labels repeat or are not text. */
  readonly key?: string;
};

/** Labels and values, figures right-aligned; totals below a line. */
export function KeyValues({ rows }: { readonly rows: readonly KeyValue[] }) {
  return (
    <dl className="key-values">
      {rows.map((row, index) => (
        <div key={row.key ?? index} data-total={row.total ? '' : undefined} data-tone={row.tone}>
          <dt>{row.label}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
