import { type Comparison, type DifferingRow, sumRowGaps } from '../compareSides.ts';

/** A row that differs, and when it was first seen. */
export type SeenRow = DifferingRow & { readonly firstSeen: Date };

/** The result of judging a comparison now. */
export type Judgement =
  | { readonly kind: 'agrees' }
  /** Every differing row is within its grace period: the side that lacks it may still report or book it. */
  | { readonly kind: 'pending'; readonly rows: readonly SeenRow[]; readonly until: Date }
  | {
      readonly kind: 'differs';
      /** The external account's surplus, of all overdue rows and the rest. */
      readonly units: bigint;
      /** The part of it that no row explains. */
      readonly rest: bigint;
      readonly overdue: readonly SeenRow[];
      readonly pending: readonly SeenRow[];
    };

export type JudgingTerms = {
  /** When each row was first seen, by id. */
  readonly firstSeen: ReadonlyMap<string, Date>;
  readonly now: Date;
  readonly graceMs: number;
};

/**
 * Judges a comparison. Rows on one side only have a grace period, since one side always learns of them later. The unexplained
 * rest has none. Pure.
 */
export function judgeComparison(
  { rows, rest }: Pick<Comparison, 'rows' | 'rest'>,
  { firstSeen, now, graceMs }: JudgingTerms,
): Judgement {
  const seen = rows.map((row): SeenRow => ({ ...row, firstSeen: firstSeen.get(row.id) ?? now }));
  const computeEnd = (row: SeenRow) => row.firstSeen.getTime() + (row.graceMs ?? graceMs);
  const pending = seen.filter((row) => computeEnd(row) > now.getTime());
  const overdue = seen.filter((row) => computeEnd(row) <= now.getTime());
  if (rest !== 0n || overdue.length > 0)
    return { kind: 'differs', units: sumRowGaps(overdue) + rest, rest, overdue, pending };
  if (pending.length === 0) return { kind: 'agrees' };
  return { kind: 'pending', rows: pending, until: new Date(Math.min(...pending.map(computeEnd))) };
}

/** An accepted difference: the sum, and the rows that made it. */
export type AcceptedDifference = {
  readonly units: bigint;
  readonly rows: readonly Pick<DifferingRow, 'id' | 'here' | 'there'>[];
};

/** Returns true if a difference is still the accepted one. Rows may have become too old to be listed; none may be new. */
export function isStillAccepted(
  accepted: AcceptedDifference,
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
