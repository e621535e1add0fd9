import { powerOfTen } from '@slipway/money/decimal.ts';
import { LEDGER_FIAT_SCALE } from '../../ledger/posting.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { askFigures, type Day, type Figure, posted } from '../../reporting/dayFigureStore.ts';
import { type DeliveredHour, deliveredByHour } from './dayStore.ts';
import { type EuroSum, type Holding, type Pricing, sumInEuro } from './euroWorth.ts';

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
  const { taken, costs } = await resultWithin(database, { start, end: new Date(start.getTime() + DAY_MS) });
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
    costs: sumInEuro(pricing, costs),
    left: sumInEuro(pricing, [...taken, ...costs.map(({ asset, units }) => ({ asset, units: -units }))]),
  };
}

/** What was earned and spent within a day by the ledger, by asset, before anything is priced. */
export async function resultWithin(
  database: Queryable,
  day: Day,
): Promise<{ readonly taken: readonly Holding[]; readonly costs: readonly Holding[] }> {
  const ask = async (accounts: string, sign: 1 | -1) =>
    (await askFigures(database, posted(accounts, sign), day)).flatMap(holdingsOfFigure);
  const [income, trading, fx, costs] = await Promise.all([
    ask('income:%', -1),
    ask('trading', -1),
    ask('fx', -1),
    ask('expense:%', 1),
  ]);
  return { taken: [...income, ...trading, ...fx], costs };
}

/** Midnight, UTC. */
export function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
}

function holdingOf({ asset, units, decimals }: DeliveredHour): Holding {
  return { asset, units: units * powerOfTen(LEDGER_FIAT_SCALE - decimals) };
}

function holdingsOfFigure({ asset, units }: Figure): readonly Holding[] {
  return asset === null || units === null ? [] : [{ asset, units }];
}
