/** A list that somebody reads: its rows change in place, and neither jump nor vanish until they are asked to. */
export type CalmList<Row> = {
  readonly rows: readonly (Row & { readonly gone?: boolean })[];
  readonly fresh: number;
  readonly gone: number;
};

/**
 * What was shown last, with what each row says now. `order`: the ids as they stand on the screen. `isCut`: there are more rows
 * than are listed, so that one that is missing at the end may only have been pushed beyond it.
 */
export function calmRows<Row extends object>(
  order: readonly string[],
  former: ReadonlyMap<string, Row>,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  isCut = false,
): CalmList<Row> {
  const now = new Map(rows.map((row) => [idOf(row), row]));
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
    fresh: rows.filter((row) => !shown.has(idOf(row))).length,
    gone: gone.size,
  };
}

/** `3 new, 1 decided`; empty where nothing has changed. `goneWord`: what became of rows that are no more there. */
export function changeWords({ fresh, gone }: Pick<CalmList<object>, 'fresh' | 'gone'>, goneWord: string): string {
  return [fresh > 0 && `${fresh} new`, gone > 0 && `${gone} ${goneWord}`].filter(Boolean).join(', ');
}
