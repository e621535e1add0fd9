import { useState } from 'react';

type Row = { readonly id: string };

export type Steady<Of extends Row> = {
  /** As they stood when they were last looked at, each as it is now. */
  readonly rows: readonly Of[];
  readonly added: number;
  readonly gone: ReadonlySet<string>;
  /** Takes the list as it is now. */
  readonly renew: () => void;
};

/** The rows of before in their order, with those that are no more; and how many are new. */
export function steadyRows<Of extends Row>(before: readonly Of[], now: readonly Of[]): Omit<Steady<Of>, 'renew'> {
  const present = new Map(now.map((row) => [row.id, row]));
  const known = new Set(before.map(({ id }) => id));
  return {
    rows: before.map((row) => present.get(row.id) ?? row),
    added: now.filter(({ id }) => !known.has(id)).length,
    gone: new Set(before.flatMap(({ id }) => (present.has(id) ? [] : [id]))),
  };
}

/** Rows neither jump nor vanish while somebody reads: what is new waits above them. `of`: another list begins anew. */
export function useSteadyRows<Of extends Row>(now: readonly Of[] | undefined, of: string): Steady<Of> | undefined {
  const [kept, setKept] = useState<{ readonly rows: readonly Of[]; readonly of: string }>();
  if (!now) return undefined;
  if (kept?.of !== of || kept.rows.length === 0) {
    if (kept?.of !== of || now.length > 0) setKept({ rows: now, of });
    return { rows: now, added: 0, gone: new Set(), renew: () => setKept({ rows: now, of }) };
  }
  return { ...steadyRows(kept.rows, now), renew: () => setKept({ rows: now, of }) };
}
