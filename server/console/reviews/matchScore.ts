import { compareNames } from './compareNames.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A transfer that arrives more than this many days after the order scores zero for time. */
const LATEST_DAYS = 14;
const WEIGHTS = { amount: 50, name: 30, time: 20 } as const;

/** A payment without a reference, and an order that it may be for. Unknown names are empty. */
export type UnmatchedBooking = { readonly units: bigint; readonly payer: string; readonly bookedAt: Date };
export type CandidateOrder = { readonly dueUnits: bigint; readonly buyer: string; readonly createdAt: Date };

/** Each in percent, without decimals. */
export type MatchScore = Readonly<Record<keyof typeof WEIGHTS | 'total', number>>;

/** Returns how well an order matches the payment: amount, name and time, weighted by `WEIGHTS`. Pure. */
export function computeMatchScore(booking: UnmatchedBooking, order: CandidateOrder): MatchScore {
  const parts = {
    amount: computeAmountPercent(booking.units, order.dueUnits),
    name: booking.payer === '' || order.buyer === '' ? 0 : compareNames(booking.payer, order.buyer).percent,
    time: computeTimePercent(booking.bookedAt, order.createdAt),
  };
  const total = (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).reduce(
    (sum, part) => sum + parts[part] * WEIGHTS[part],
    0,
  );
  return { ...parts, total: Math.floor(total / 100) };
}

/** Returns the smaller amount in percent of the larger, rounded down: 100 only if they are equal. */
function computeAmountPercent(a: bigint, b: bigint): number {
  if (a <= 0n || b <= 0n) return 0;
  const [smaller, larger] = a < b ? [a, b] : [b, a];
  return Number((smaller * 100n) / larger);
}

/** Returns 100 within a day after the order, then less each day; 0 for payments before the order. */
function computeTimePercent(bookedAt: Date, createdAt: Date): number {
  const days = (bookedAt.getTime() - createdAt.getTime()) / DAY_MS;
  if (days < 0) return 0;
  return Math.round(100 * Math.max(0, Math.min(1, (LATEST_DAYS - days) / (LATEST_DAYS - 1))));
}

/** Returns at most `most` candidates with their scores, best first; of equal scores, the older order first. */
export function rankCandidates<Candidate extends CandidateOrder>(
  booking: UnmatchedBooking,
  orders: readonly Candidate[],
  most: number,
): readonly (Candidate & { readonly score: MatchScore })[] {
  return orders
    .map((order) => ({ ...order, score: computeMatchScore(booking, order) }))
    .toSorted((a, b) => b.score.total - a.score.total || a.createdAt.getTime() - b.createdAt.getTime())
    .slice(0, most);
}
