import { useEffect, useRef, useState } from 'react';
import { type CalmList, calmRows } from './calmRows.ts';

/**
 * A list as it was when somebody came, until they ask for what is new. `about`: another filter is another list, which is
 * shown at once. Whoever has nothing before their eyes sees what comes.
 */
export function useCalmRows<Row extends object>(
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
  about: string,
): CalmList<Row> & { readonly show: () => void } {
  const [order, setOrder] = useState<{ readonly about: string; readonly ids: readonly string[] }>();
  const former = useRef(new Map<string, Row>());
  const current = rows ?? [];
  const ids = current.map(idOf);
  const stands = order?.about === about && order.ids.length > 0;
  useEffect(() => {
    for (const row of rows ?? []) former.current.set(idOf(row), row);
    if (rows && !stands) setOrder({ about, ids: rows.map(idOf) });
  }, [rows, stands, about, idOf]);
  return {
    ...calmRows(stands ? order.ids : ids, former.current, current, idOf),
    show: () => setOrder({ about, ids }),
  };
}
