/** A list that somebody reads: its rows change in place, and neither jump nor vanish until they are asked to. */
export type CalmList<Row> = {
  readonly rows: readonly (Row & { readonly gone?: boolean })[];
  readonly fresh: number;
  readonly gone: number;
};

/** What was shown last, with what each row says now. `order`: the ids as they stand on the screen. */
export function calmRows<Row extends object>(
  order: readonly string[],
  former: ReadonlyMap<string, Row>,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): CalmList<Row> {
  const now = new Map(rows.map((row) => [idOf(row), row]));
  const shown = new Set(order);
  return {
    rows: order.flatMap((id) => {
      const row = now.get(id);
      if (row) return [row];
      const last = former.get(id);
      return last ? [{ ...last, gone: true }] : [];
    }),
    fresh: rows.filter((row) => !shown.has(idOf(row))).length,
    gone: order.filter((id) => !now.has(id)).length,
  };
}

/** `3 new, 1 decided`; empty where nothing has changed. `goneWord`: what became of rows that are no more there. */
export function changeWords({ fresh, gone }: Pick<CalmList<object>, 'fresh' | 'gone'>, goneWord: string): string {
  return [fresh > 0 && `${fresh} new`, gone > 0 && `${gone} ${goneWord}`].filter(Boolean).join(', ');
}
