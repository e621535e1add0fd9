/* oxlint-disable jsx-a11y/control-has-associated-label -- the spacers for rows that are not rendered have no text */
import './table.css';
import { type ColumnDef, type Row, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useRef, useState } from 'react';
import { useShortcuts } from '../../app/shortcuts/useShortcuts.ts';
import { EmptyState } from '../EmptyState.tsx';
import { LoadErrorNote } from '../LoadErrorNote.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { TableFoot, TableHead } from './TableHeadAndFoot.tsx';
import { toBooleanAttribute } from './toBooleanAttribute.ts';

export type Column<Data> = {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Data) => ReactNode;
  /** Right-aligned, for figures. */
  readonly figure?: boolean;
  /** The total, in the last row. */
  readonly sum?: ReactNode;
  /** Omitted on a phone, where a row has two lines. */
  readonly deskOnly?: boolean;
};

/** Selected rows, by id. */
export type Selection = {
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  /** Names one row and all rows in the labels of the checkboxes: `order 7KQ2M 4XD9T` and `orders`. */
  readonly getName: (id: string) => string;
  readonly plural: string;
};

type TableProps<Data> = {
  /** Accessible name: "Orders on hold". */
  readonly label: string;
  /** Pass the same arrays until they change. */
  readonly columns: readonly Column<Data>[];
  /** Undefined if not loaded. */
  readonly rows: readonly Data[] | undefined;
  readonly rowId: (row: Data) => string;
  readonly onOpen?: (row: Data) => void;
  /** Urgency of a row; the row's text gives the reason. */
  readonly getTone?: (row: Data) => 'warn' | 'bad' | undefined;
  /** Returns true for a row that has left the list but stays in place until the reader asks for the changes. */
  readonly isGone?: (row: Data) => boolean;
  /** Explanation of an empty table. */
  readonly empty: ReactNode;
  /** Refetching failed: the previous rows stay, greyed. */
  readonly failed?: { readonly asOf?: string; readonly message?: string; readonly onRetry: () => void } | undefined;
  readonly selection?: Selection;
};

const features = tableFeatures({});
type Features = typeof features;
/** Above this number of rows, only visible ones are rendered. */
const VIRTUAL_ABOVE = 100;
/** Rows rendered beyond the visible ones: each is laid out and painted with every frame of a scroll. */
const OVERSCAN = 5;
const NO_ROWS: never[] = [];

/** Rows with figures: J and K move, Enter and O open. */
export function Table<Data extends object>(props: TableProps<Data>) {
  const { rows, empty, failed } = props;
  const failure = failed && (
    <LoadErrorNote onRetry={failed.onRetry} asOf={failed.asOf}>
      {failed.message ?? 'Could not load this data.'}
    </LoadErrorNote>
  );
  if (!rows) {
    return failure ?? <Skeleton rows={8} />;
  }
  return (
    <>
      {failure}
      {rows.length === 0 ? <EmptyState>{empty}</EmptyState> : <TableBody {...props} rows={rows} />}
    </>
  );
}

function TableBody<Data extends object>(props: TableProps<Data> & { readonly rows: readonly Data[] }) {
  const { label, columns, rows, rowId, failed, selection, onOpen } = props;
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string>();
  const table = useTable<Features, Data>({
    features,
    data: rows.length === 0 ? NO_ROWS : rows,
    columns: columns.map(({ id }): ColumnDef<Features, Data> => ({ id })),
    getRowId: rowId,
  });
  const model = table.getRowModel().rows;
  const isVirtual = model.length > VIRTUAL_ABOVE;
  // oxlint-disable-next-line react/incompatible-library -- nothing here memoizes the values that it returns
  const virtualizer = useVirtualizer({
    count: model.length,
    enabled: isVirtual,
    getScrollElement: () => box.current,
    estimateSize: measureRowHeight,
    overscan: OVERSCAN,
  });
  const moveFocus = (step: number) => {
    const index = Math.min(model.length - 1, Math.max(0, model.findIndex(({ id }) => id === at) + step));
    setAt(model[index]?.id);
    if (isVirtual) virtualizer.scrollToIndex(index);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus());
  };
  const current = at === undefined ? undefined : model.find(({ id }) => id === at);
  useShortcuts({
    next: () => moveFocus(1),
    previous: () => moveFocus(-1),
    ...(onOpen && current && { open: () => onOpen(current.original) }),
  });
  const renderedIndexes = isVirtual ? virtualizer.getVirtualItems().map(({ index }) => index) : [...model.keys()];
  const before = isVirtual ? (virtualizer.getVirtualItems()[0]?.start ?? 0) : 0;
  const after = isVirtual ? virtualizer.getTotalSize() - (virtualizer.getVirtualItems().at(-1)?.end ?? 0) : 0;
  const width = columns.length + (selection ? 1 : 0);
  const hasSums = columns.some(({ sum }) => sum !== undefined);
  return (
    <div
      ref={box}
      className="table-box"
      data-virtual={isVirtual ? '' : undefined}
      data-greyed={failed ? '' : undefined}
    >
      <table
        className="table"
        data-chooses={toBooleanAttribute(selection !== undefined)}
        aria-label={label}
        aria-rowcount={model.length + 1 + (hasSums ? 1 : 0)}
      >
        <TableHead columns={columns} rows={model} selection={selection} />
        <tbody>
          <RowSpacer height={before} width={width} />
          {renderedIndexes.flatMap((index) => {
            const row = model[index];
            return row ? [<TableRow key={row.id} {...props} row={row} index={index} isAt={row.id === at} />] : [];
          })}
          <RowSpacer height={after} width={width} />
        </tbody>
        {hasSums && <TableFoot columns={columns} chooses={selection !== undefined} />}
      </table>
    </div>
  );
}

type TableRowProps<Data extends object> = TableProps<Data> & {
  readonly row: Row<Features, Data>;
  readonly index: number;
  readonly isAt: boolean;
};

/** Memoized, so that unchanged rows are not rendered again while others scroll in. */
const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

function PlainTableRow<Data extends object>(props: TableRowProps<Data>) {
  const { row, index, isAt, columns, onOpen, getTone, isGone, selection } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      data-index={index}
      data-at={toBooleanAttribute(isAt)}
      data-opens={toBooleanAttribute(onOpen !== undefined)}
      data-tone={getTone?.(row.original)}
      data-gone={toBooleanAttribute(isGone?.(row.original))}
      tabIndex={onOpen ? (isAt || index === 0 ? 0 : -1) : undefined}
      onClick={onOpen && ((event) => !isControl(event.target) && onOpen(row.original))}
      onKeyDown={onOpen && ((event) => event.key === 'Enter' && !isControl(event.target) && onOpen(row.original))}
    >
      {selection && (
        <td>
          <input
            type="checkbox"
            aria-label={`Select ${selection.getName(row.id)}`}
            checked={selection.chosen.has(row.id)}
            onChange={(event) => {
              const chosen = new Set(selection.chosen);
              if (event.currentTarget.checked) chosen.add(row.id);
              else chosen.delete(row.id);
              selection.onChange(chosen);
            }}
          />
        </td>
      )}
      {columns.map(({ id, cell, figure, deskOnly }) => (
        <td key={id} data-figure={toBooleanAttribute(figure)} data-desk={toBooleanAttribute(deskOnly)}>
          {cell(row.original)}
        </td>
      ))}
    </tr>
  );
}

/** The height of the rows that are not rendered. */
function RowSpacer({ height, width }: { readonly height: number; readonly width: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td className="table-gap" colSpan={width} style={{ blockSize: height }} />
    </tr>
  );
}

function measureRowHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 36;
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select, textarea') !== null;
}
