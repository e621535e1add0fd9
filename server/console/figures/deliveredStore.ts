import sql, { join } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Day } from '../../reporting/dayFigureStore.ts';
import { deliveriesBetween } from '../../reporting/deliveryStore.ts';

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;

/** What was delivered within an hour of a day, as it was paid. */
export type DeliveredHour = {
  /** 0: today; 1: the same weekday a week before. */
  readonly weeksAgo: number;
  readonly hour: number;
  /** Whether it was so early in its day as it is now in this one. */
  readonly byNow: boolean;
  readonly asset: string;
  readonly decimals: number;
  /** In minor units, less what a re-organization took back. */
  readonly units: bigint;
  readonly orders: number;
};

/** By the hour (UTC), of the day that begins at `start` and of the same weekday in the weeks before it. */
export async function deliveredByHour(
  database: Queryable,
  { start, now }: { readonly start: Date; readonly now: Date },
  weeks: number,
): Promise<DeliveredHour[]> {
  // Each day by itself: of days whose bounds it has to work out first, the planner reads all that was ever delivered.
  const days = Array.from({ length: weeks + 1 }, (_, ago) => {
    const begins = new Date(start.getTime() - ago * WEEK_MS);
    return sql`select ${ago}::int as ago, moved.* from ${deliveriesBetween(begins, new Date(begins.getTime() + DAY_MS))} moved`;
  });
  return database.many<DeliveredHour>(sql`
    select ago as "weeksAgo", extract(hour from at at time zone 'UTC')::int as hour,
      at + ago * interval '7 days' <= ${now} as "byNow", pay_asset as asset, pay_decimals as decimals,
      sum(sign * pay_units) as units, sum(sign)::int as orders
    from (${join(days, ' union all ')}) moved group by 1, 2, 3, 4, 5`);
}

/** What was delivered on a day in one currency and one coin, in minor units. */
export type DeliveredDay = {
  readonly day: string;
  readonly orders: number;
  readonly payAsset: string;
  readonly payDecimals: number;
  readonly payUnits: bigint;
  readonly receiveAsset: string;
  readonly receiveDecimals: number;
  readonly receiveUnits: bigint;
};

/** By the day (UTC). */
export async function deliveredByDay(database: Queryable, { start, end }: Day): Promise<DeliveredDay[]> {
  return database.many<DeliveredDay>(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(sign)::int as orders, pay_asset as "payAsset",
      pay_decimals as "payDecimals", sum(sign * pay_units) as "payUnits", receive_asset as "receiveAsset",
      receive_decimals as "receiveDecimals", sum(sign * receive_units) as "receiveUnits"
    from ${deliveriesBetween(start, end)} moved
    group by day, pay_asset, pay_decimals, receive_asset, receive_decimals order by day, pay_asset, receive_asset`);
}
