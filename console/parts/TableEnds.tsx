import { memo } from 'react';
import { flag } from './flag.ts';
import type { Column, Selection } from './Table.tsx';

type HeadProps = {
  readonly columns: readonly Omit<Column<never>, 'cell'>[];
  /** By their ids. */
  readonly rows: readonly { readonly id: string }[];
  readonly selection: Selection | undefined;
};

/** Stays as it is while rows scroll. */
export const TableHead = memo(function PlainTableHead({ columns, rows, selection }: HeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && <AllChosen rows={rows} selection={selection} />}
        {columns.map(({ id, title, figure, deskOnly }) => (
          <th key={id} scope="col" data-figure={flag(figure)} data-desk={flag(deskOnly)}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
});

type FootProps = Pick<HeadProps, 'columns'> & { readonly chooses: boolean };

export const TableFoot = memo(function PlainTableFoot({ columns, chooses }: FootProps) {
  return (
    <tfoot>
      <tr>
        {chooses && (
          <td>
            <span className="unseen">Sums</span>
          </td>
        )}
        {columns.map(({ id, sum, figure, deskOnly }) => (
          <td key={id} data-figure={flag(figure)} data-desk={flag(deskOnly)}>
            {sum}
          </td>
        ))}
      </tr>
    </tfoot>
  );
});

type AllChosenProps = Pick<HeadProps, 'rows'> & { readonly selection: Selection };

function AllChosen({ rows, selection }: AllChosenProps) {
  const all = rows.every(({ id }) => selection.chosen.has(id));
  return (
    <th scope="col">
      <input
        type="checkbox"
        aria-label="Choose all rows"
        checked={all}
        onChange={() => selection.onChange(new Set(all ? [] : rows.map(({ id }) => id)))}
      />
    </th>
  );
}
