import { useState } from 'react';
import { type CalmList, calmRows } from './calmRows.ts';

type Shown<Row> = { readonly about: string; readonly rows: readonly Row[] };

type CalmOptions = {
  /** The rows are still those of the filter before: the list becomes another one when its own have come. */
  readonly isFormer?: boolean;
  /** There are more than are listed. */
  readonly isCut?: boolean;
};

/**
 * A list as it was when somebody came, until they ask for what is new. `about`: another filter is another list, which is
 * shown at once. Whoever has nothing before their eyes sees what comes.
 */
export function useCalmRows<Row extends object>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  about: string,
  { isFormer = false, isCut = false }: CalmOptions = {},
): CalmList<Row> & { readonly show: () => void } {
  const [kept, setKept] = useState<Shown<Row>>({ about, rows });
  const stands = isFormer || (kept.about === about && (kept.rows.length > 0 || rows.length === 0));
  const shown = stands ? kept.rows : rows;
  const show = () => setKept({ about, rows });
  if (!stands) show();
  return { ...calmRows(shown.map(idOf), new Map(shown.map((row) => [idOf(row), row])), rows, idOf, isCut), show };
}
