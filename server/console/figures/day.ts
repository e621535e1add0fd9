import { powerOfTen } from '@slipway/money/decimal.ts';
import { LEDGER_FIAT_SCALE } from '../../ledger/posting.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type DeliveredHour, deliveredByHour } from './deliveredStore.ts';
import { type EuroSum, type Holding, type Pricing, sumInEuro } from './euroWorth.ts';
import { resultWithin } from './result.ts';

const HOURS = 24;
const DAY_MS = HOURS * 60 * 60_000;
/** Of how many weeks the usual is the mean. */
const USUAL_WEEKS = 4;

/** A day so far: what was delivered, and what it has left. */
export type DayFigure = {
  readonly orders: number;
  readonly delivered: EuroSum;
  /** So early in the day, the mean of the same weekday; null where none of those weeks had a delivery. */
  readonly usualByNow: bigint | null;
  readonly hours: readonly { readonly hour: number; readonly delivered: bigint; readonly usual: bigint }[];
  /** Fees and spread, and the market's moves of what is held between the two. */
  readonly taken: EuroSum;
  readonly costs: EuroSum;
  readonly left: EuroSum;
};

export async function dayFigure(database: Queryable, pricing: Pricing, now: Date): Promise<DayFigure> {
  const start = startOfDay(now);
  const rows = await deliveredByHour(database, { start, now }, USUAL_WEEKS);
  const today = rows.filter(({ weeksAgo }) => weeksAgo === 0);
  const before = rows.filter(({ weeksAgo }) => weeksAgo > 0);
  const weeks = BigInt(new Set(before.map(({ weeksAgo }) => weeksAgo)).size);
  const worthOf = (of: readonly DeliveredHour[]) => sumInEuro(pricing, of.map(holdingOf));
  const mean = (of: readonly DeliveredHour[]) => (weeks === 0n ? 0n : worthOf(of).units / weeks);
  const result = await resultWithin(database, { start, end: new Date(start.getTime() + DAY_MS) });
  const costs = result.filter(({ kind }) => kind === 'cost');
  const taken = result.filter(({ kind }) => kind !== 'cost');
  return {
    orders: today.reduce((sum, { orders }) => sum + orders, 0),
    delivered: worthOf(today),
    usualByNow: weeks === 0n ? null : mean(before.filter(({ byNow }) => byNow)),
    hours: Array.from({ length: HOURS }, (_, hour) => ({
      hour,
      delivered: worthOf(today.filter((row) => row.hour === hour)).units,
      usual: mean(before.filter((row) => row.hour === hour)),
    })),
    taken: sumInEuro(pricing, taken),
    costs: sumInEuro(
      pricing,
      costs.map(({ asset, units }) => ({ asset, units: -units })),
    ),
    left: sumInEuro(pricing, result),
  };
}

/** Midnight, UTC. */
export function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
}

function holdingOf({ asset, units, decimals }: DeliveredHour): Holding {
  return { asset, units: units * powerOfTen(LEDGER_FIAT_SCALE - decimals) };
}
