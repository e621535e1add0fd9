/**
 * A list whose rows change in place, and neither move nor disappear until the reader asks for it. `fresh` and `gone` count the
 * rows that were added and removed since.
 */
export type StableList<Row> = {
  readonly rows: readonly (Row & { readonly gone?: boolean })[];
  readonly fresh: number;
  readonly gone: number;
};

/**
 * Returns the displayed rows with their current values; a missing row keeps its former value and is marked, a new row is only
 * counted. `order`: the displayed ids. `isCut`: there are more rows than are listed, so a row missing at the end may only have
 * been pushed out, and is not marked.
 */
export function mergeStableRows<Row extends object>(
  order: readonly string[],
  former: ReadonlyMap<string, Row>,
  rows: readonly Row[],
  getId: (row: Row) => string,
  isCut = false,
): StableList<Row> {
  const now = new Map(rows.map((row) => [getId(row), row]));
  const shown = new Set(order);
  const end = isCut ? order.findLastIndex((id) => now.has(id)) : order.length;
  const gone = new Set(order.filter((id, index) => index < end && !now.has(id)));
  return {
    rows: order.flatMap((id) => {
      const row = now.get(id);
      if (row) return [row];
      const last = former.get(id);
      return last ? [gone.has(id) ? { ...last, gone: true } : last] : [];
    }),
    fresh: rows.filter((row) => !shown.has(getId(row))).length,
    gone: gone.size,
  };
}

/** Returns `3 new, 1 decided`; empty if nothing has changed. `goneLabel` describes missing rows: `decided`. */
export function formatListChanges(
  { fresh, gone }: Pick<StableList<object>, 'fresh' | 'gone'>,
  goneLabel: string,
): string {
  return [fresh > 0 && `${fresh} new`, gone > 0 && `${gone} ${goneLabel}`].filter(Boolean).join(', ');
}
