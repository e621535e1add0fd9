import { type Comparison, gapOf, type NamedRow } from './compare.ts';

/** A row that is not alike, and since when that is known. */
export type SeenRow = NamedRow & { readonly firstSeen: Date };

/** What a comparison means now. */
export type Judgement =
  | { readonly kind: 'agrees' }
  /** Every row may still come, or be booked. */
  | { readonly kind: 'pending'; readonly rows: readonly SeenRow[]; readonly until: Date }
  | {
      readonly kind: 'differs';
      /** What the place has more, of all that is overdue. */
      readonly units: bigint;
      /** Of it what no row explains. */
      readonly rest: bigint;
      readonly overdue: readonly SeenRow[];
      readonly pending: readonly SeenRow[];
    };

export type Patience = {
  /** When each row was first seen, by id. */
  readonly firstSeen: ReadonlyMap<string, Date>;
  readonly now: Date;
  readonly graceMs: number;
};

/**
 * Rows that stand on one side alone have their time: one side always hears later than the other. What no row explains has
 * none. Pure.
 */
export function judge(
  { rows, rest }: Pick<Comparison, 'rows' | 'rest'>,
  { firstSeen, now, graceMs }: Patience,
): Judgement {
  const seen = rows.map((row): SeenRow => ({ ...row, firstSeen: firstSeen.get(row.id) ?? now }));
  const endOf = (row: SeenRow) => row.firstSeen.getTime() + (row.graceMs ?? graceMs);
  const pending = seen.filter((row) => endOf(row) > now.getTime());
  const overdue = seen.filter((row) => endOf(row) <= now.getTime());
  if (rest !== 0n || overdue.length > 0)
    return { kind: 'differs', units: gapOf(overdue) + rest, rest, overdue, pending };
  if (pending.length === 0) return { kind: 'agrees' };
  return { kind: 'pending', rows: pending, until: new Date(Math.min(...pending.map(endOf))) };
}

/** What two people have accepted: the sum, and the rows that made it. */
export type Accepted = { readonly units: bigint; readonly rows: readonly Pick<NamedRow, 'id' | 'here' | 'there'>[] };

/** Whether a difference is still the one that was accepted. Rows may have become too old to be named; none may be new. */
export function isStillAccepted(
  accepted: Accepted,
  { units, overdue }: Pick<Extract<Judgement, { kind: 'differs' }>, 'units' | 'overdue'>,
): boolean {
  const known = new Map(accepted.rows.map((row) => [row.id, row]));
  return (
    units === accepted.units &&
    overdue.every(({ id, here, there }) => {
      const row = known.get(id);
      return row !== undefined && row.here === here && row.there === there;
    })
  );
}
