import { comparedNames } from './comparedNames.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A transfer that comes later than this is hardly an order's. */
const LATEST_DAYS = 14;
const WEIGHTS = { amount: 50, name: 30, time: 20 } as const;

/** Money whose payer gave no reference, and an order that it may be for. Names are empty where nobody knows them. */
export type Booking = { readonly units: bigint; readonly payer: string; readonly bookedAt: Date };
export type OpenOrder = { readonly dueUnits: bigint; readonly buyer: string; readonly madeAt: Date };

/** Each in whole percent. */
export type Score = Readonly<Record<keyof typeof WEIGHTS | 'whole', number>>;

/** How well an order fits the money: by amount half of it, by name and by time the rest. Pure. */
export function scoreOf(booking: Booking, order: OpenOrder): Score {
  const parts = {
    amount: amountPercent(booking.units, order.dueUnits),
    name: booking.payer === '' || order.buyer === '' ? 0 : comparedNames(booking.payer, order.buyer).percent,
    time: timePercent(booking.bookedAt, order.madeAt),
  };
  const whole = (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).reduce(
    (sum, part) => sum + parts[part] * WEIGHTS[part],
    0,
  );
  return { ...parts, whole: Math.floor(whole / 100) };
}

/** The smaller as a part of the larger: a hundred only where they are the same. */
function amountPercent(a: bigint, b: bigint): number {
  if (a <= 0n || b <= 0n) return 0;
  const [smaller, larger] = a < b ? [a, b] : [b, a];
  return Number((smaller * 100n) / larger);
}

/** All of it within a day after the order, less with each day; nothing for money that came before there was an order. */
function timePercent(bookedAt: Date, madeAt: Date): number {
  const days = (bookedAt.getTime() - madeAt.getTime()) / DAY_MS;
  if (days < 0) return 0;
  return Math.round(100 * Math.max(0, Math.min(1, (LATEST_DAYS - days) / (LATEST_DAYS - 1))));
}

/** The best first, of those as good as each other the older; so many at most. */
export function bestCandidates<Candidate extends OpenOrder>(
  booking: Booking,
  orders: readonly Candidate[],
  most: number,
): readonly (Candidate & { readonly score: Score })[] {
  return orders
    .map((order) => ({ ...order, score: scoreOf(booking, order) }))
    .toSorted((a, b) => b.score.whole - a.score.whole || a.madeAt.getTime() - b.madeAt.getTime())
    .slice(0, most);
}
