/** A payout that shares a transaction, and its fee, with others. */
export type Sharing = { readonly id: string; readonly units: bigint };

/**
 * Pure: what each payout, by its id, bears of the fee of their transaction, pro rata to what it pays: whole minor units, of
 * which the left-over ones go to the largest remainders (Hamilton's method), equal ones by id. The shares are exactly the fee,
 * whatever order the payouts are given in.
 */
export function feeShares(fee: bigint, payouts: readonly Sharing[]): ReadonlyMap<string, bigint> {
  const total = totalOf(payouts);
  const parts = payouts.map(({ id, units }) => ({
    id,
    whole: (fee * units) / total,
    remainder: (fee * units) % total,
  }));
  const left = fee - parts.reduce((sum, { whole }) => sum + whole, 0n);
  const served = new Set(
    parts
      .toSorted((a, b) => byUnits(b.remainder, a.remainder) || (a.id < b.id ? -1 : 1))
      .slice(0, Number(left))
      .map(({ id }) => id),
  );
  return new Map(parts.map(({ id, whole }) => [id, whole + (served.has(id) ? 1n : 0n)]));
}

/** Pure: the largest fee of which no payout's share, by {@link feeShares}, is above its own ceiling. */
export function ceilingOfAll(payouts: readonly { readonly units: bigint; readonly ceiling: bigint }[]): bigint {
  const total = totalOf(payouts);
  const [first = 0n, ...others] = payouts.map(({ units, ceiling }) => (ceiling * total) / units);
  return others.reduce((least, most) => (most < least ? most : least), first);
}

function totalOf(payouts: readonly { readonly units: bigint }[]): bigint {
  return payouts.reduce((sum, { units }) => sum + units, 0n);
}

function byUnits(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
