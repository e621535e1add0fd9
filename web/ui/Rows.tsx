import './rows.css';
import type { ReactNode } from 'react';

export type RowItem = {
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Set apart by a hairline above, in the ink's full strength. */
  readonly total?: boolean;
};

/** Labels at the start, figures at the end; a row whose value is null is left out. */
export function Rows({ items }: { readonly items: readonly RowItem[] }) {
  return (
    <dl className="rows">
      {items
        .filter((item) => item.value !== null)
        .map((item, index) => (
          <div key={index} className={item.total ? 'row row-total' : 'row'}>
            <dt>{item.label}</dt>
            <dd>{item.value}</dd>
          </div>
        ))}
    </dl>
  );
}
