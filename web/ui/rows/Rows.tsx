import './rows.css';
import type { ReactNode } from 'react';

export type RowItem = {
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Separated by a hairline above, in full text colour. */
  readonly total?: boolean;
};

/** Rows with the label at the start and the value at the end; a row with a null value is omitted. */
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
