import './keyValues.css';
import type { ReactNode } from 'react';
import type { Tone } from './tone.ts';

export type KeyValue = {
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** What the rows above it make: a line above, both in ink. */
  readonly total?: boolean;
  readonly tone?: Tone;
  /** Where labels repeat or are no texts. */
  readonly key?: string;
};

/** Labels and values, figures at the end of the line; totals stand below a hairline. */
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
