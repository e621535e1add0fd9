import { memo } from 'react';
import type { Column, Selection } from './Table.tsx';
import { toBooleanAttribute } from './toBooleanAttribute.ts';

type HeadProps = {
  readonly columns: readonly Omit<Column<never>, 'cell'>[];
  readonly rows: readonly { readonly id: string }[];
  readonly selection: Selection | undefined;
};

/** Memoized: it does not change while rows scroll. */
export const TableHead = memo(function PlainTableHead({ columns, rows, selection }: HeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && <SelectAllHeader rows={rows} selection={selection} />}
        {columns.map(({ id, title, figure, deskOnly }) => (
          <th key={id} scope="col" data-figure={toBooleanAttribute(figure)} data-desk={toBooleanAttribute(deskOnly)}>
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
            <span className="unseen">Totals</span>
          </td>
        )}
        {columns.map(({ id, sum, figure, deskOnly }) => (
          <td key={id} data-figure={toBooleanAttribute(figure)} data-desk={toBooleanAttribute(deskOnly)}>
            {sum}
          </td>
        ))}
      </tr>
    </tfoot>
  );
});

type SelectAllHeaderProps = Pick<HeadProps, 'rows'> & { readonly selection: Selection };

function SelectAllHeader({ rows, selection }: SelectAllHeaderProps) {
  const all = rows.every(({ id }) => selection.chosen.has(id));
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the label's text is nested too deeply for the rule
    <th scope="col">
      <label className="table-all">
        <input
          type="checkbox"
          checked={all}
          onChange={() => selection.onChange(new Set(all ? [] : rows.map(({ id }) => id)))}
        />
        <span>Select all {selection.plural}</span>
      </label>
    </th>
  );
}
