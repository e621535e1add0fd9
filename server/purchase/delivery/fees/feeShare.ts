/** A payout that shares a transaction, and its fee, with other payouts. */
export type Sharing = { readonly id: string; readonly units: bigint };

/**
 * Returns the shares of a transaction's fee by payout id, proportional to the amounts. Shares are whole minor units; the
 * rest goes to the largest remainders (Hamilton's method), ties by id. The sum is exactly the fee, and the order of the
 * payouts does not matter. Pure.
 */
export function computeFeeShares(fee: bigint, payouts: readonly Sharing[]): ReadonlyMap<string, bigint> {
  const total = sumPayouts(payouts);
  const parts = payouts.map(({ id, units }) => ({
    id,
    whole: (fee * units) / total,
    remainder: (fee * units) % total,
  }));
  const left = fee - parts.reduce((sum, { whole }) => sum + whole, 0n);
  const served = new Set(
    parts
      .toSorted((a, b) => compareUnits(b.remainder, a.remainder) || (a.id < b.id ? -1 : 1))
      .slice(0, Number(left))
      .map(({ id }) => id),
  );
  return new Map(parts.map(({ id, whole }) => [id, whole + (served.has(id) ? 1n : 0n)]));
}

/** Returns the largest fee for which no payout's share by {@link computeFeeShares} exceeds its ceiling. Pure. */
export function computeBatchFeeCeiling(
  payouts: readonly { readonly units: bigint; readonly ceiling: bigint }[],
): bigint {
  const total = sumPayouts(payouts);
  const [first = 0n, ...others] = payouts.map(({ units, ceiling }) => (ceiling * total) / units);
  return others.reduce((least, most) => (most < least ? most : least), first);
}

function sumPayouts(payouts: readonly { readonly units: bigint }[]): bigint {
  return payouts.reduce((sum, { units }) => sum + units, 0n);
}

function compareUnits(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
