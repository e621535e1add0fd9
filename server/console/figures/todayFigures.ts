import { powerOfTen } from '@slipway/money/decimal.ts';
import { LEDGER_FIAT_SCALE } from '../../ledger/posting.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type DeliveredHour, readDeliveriesByHour } from './deliveredStore.ts';
import { type EuroSum, type Holding, type Pricing, sumInEuro } from './euroValue.ts';
import { readMarginLines } from './marginLines.ts';

const HOURS = 24;
const DAY_MS = HOURS * 60 * 60_000;
/** Number of past weeks from which the usual figures are computed. */
const USUAL_WEEKS = 4;

/** Today's figures up to now: deliveries and net margin. */
export type TodayFigures = {
  readonly orders: number;
  readonly delivered: EuroSum;
  /**
   * Mean deliveries, up to this time of day, of the same weekday in the past weeks that had deliveries on it; null if none
   * had. `hours` has the same mean for each hour, or 0.
   */
  readonly usualByNow: bigint | null;
  readonly hours: readonly { readonly hour: number; readonly delivered: bigint; readonly usual: bigint }[];
  /** Fees, spread (including market moves between sale and purchase) and results of currency exchange. */
  readonly taken: EuroSum;
  readonly costs: EuroSum;
  readonly margin: EuroSum;
};

export async function computeTodayFigures(database: Queryable, pricing: Pricing, now: Date): Promise<TodayFigures> {
  const start = computeDayStart(now);
  const rows = await readDeliveriesByHour(database, { start, now }, USUAL_WEEKS);
  const today = rows.filter(({ weeksAgo }) => weeksAgo === 0);
  const before = rows.filter(({ weeksAgo }) => weeksAgo > 0);
  const weeks = BigInt(new Set(before.map(({ weeksAgo }) => weeksAgo)).size);
  const sumWorth = (deliveries: readonly DeliveredHour[]) => sumInEuro(pricing, deliveries.map(toHolding));
  const computeWeeklyMean = (deliveries: readonly DeliveredHour[]) =>
    weeks === 0n ? 0n : sumWorth(deliveries).units / weeks;
  const marginLines = await readMarginLines(database, { start, end: new Date(start.getTime() + DAY_MS) });
  const costs = marginLines.filter(({ kind }) => kind === 'cost');
  const taken = marginLines.filter(({ kind }) => kind !== 'cost');
  return {
    orders: today.reduce((sum, { orders }) => sum + orders, 0),
    delivered: sumWorth(today),
    usualByNow: weeks === 0n ? null : computeWeeklyMean(before.filter(({ byNow }) => byNow)),
    hours: Array.from({ length: HOURS }, (_, hour) => ({
      hour,
      delivered: sumWorth(today.filter((row) => row.hour === hour)).units,
      usual: computeWeeklyMean(before.filter((row) => row.hour === hour)),
    })),
    taken: sumInEuro(pricing, taken),
    costs: sumInEuro(
      pricing,
      costs.map(({ asset, units }) => ({ asset, units: -units })),
    ),
    margin: sumInEuro(pricing, marginLines),
  };
}

/** Returns midnight UTC. */
export function computeDayStart(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
}

function toHolding({ asset, units, decimals }: DeliveredHour): Holding {
  return { asset, units: units * powerOfTen(LEDGER_FIAT_SCALE - decimals) };
}
