import { useState } from 'react';
import { mergeStableRows, type StableList } from './stableRows.ts';

type ShownRows<Row> = { readonly about: string; readonly rows: readonly Row[] };

type StableRowsOptions = {
  /** True while the rows still belong to the previous filter; the list switches when the rows of the new filter arrive. */
  readonly isPreviousFilter?: boolean;
  /** There are more rows than are listed. */
  readonly isCut?: boolean;
};

/**
 * Keeps the rows of a list and their order as first shown until `show` is called; values change in place. `about` identifies the
 * list, for example by its filter: another list is shown at once. An empty list shows new rows at once.
 */
export function useStableRows<Row extends object>(
  rows: readonly Row[],
  getId: (row: Row) => string,
  about: string,
  { isPreviousFilter = false, isCut = false }: StableRowsOptions = {},
): StableList<Row> & { readonly show: () => void } {
  const [displayed, setDisplayed] = useState<ShownRows<Row>>({ about, rows });
  const canReuseRows =
    isPreviousFilter || (displayed.about === about && (displayed.rows.length > 0 || rows.length === 0));
  const shown = canReuseRows ? displayed.rows : rows;
  const show = () => setDisplayed({ about, rows });
  if (!canReuseRows) show();
  return {
    ...mergeStableRows(shown.map(getId), new Map(shown.map((row) => [getId(row), row])), rows, getId, isCut),
    show,
  };
}
