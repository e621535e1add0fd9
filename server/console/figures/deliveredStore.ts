import sql, { join } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { selectDeliveries } from '../../reporting/deliveryStore.ts';
import type { TimeRange } from '../../reporting/reportFigureStore.ts';

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;

/** Deliveries within one hour of a day, in the pay currency. */
export type DeliveredHour = {
  /** 0 is today; 1 the same weekday a week earlier. */
  readonly weeksAgo: number;
  readonly hour: number;
  /** True if the delivery's time of day is not after the current time of day. */
  readonly byNow: boolean;
  readonly asset: string;
  readonly decimals: number;
  /** In minor units, less deliveries undone by a chain reorganization. */
  readonly units: bigint;
  readonly orders: number;
};

/** Returns deliveries by hour (UTC) of the day that begins at `start`, and of the same weekday in the weeks before. */
export async function readDeliveriesByHour(
  database: Queryable,
  { start, now }: { readonly start: Date; readonly now: Date },
  weeks: number,
): Promise<DeliveredHour[]> {
  // One subquery per day with constant bounds: with computed bounds, the planner reads all deliveries.
  const days = Array.from({ length: weeks + 1 }, (_, ago) => {
    const begins = new Date(start.getTime() - ago * WEEK_MS);
    return sql`select ${ago}::int as ago, moved.* from ${selectDeliveries(begins, new Date(begins.getTime() + DAY_MS))} moved`;
  });
  return database.many<DeliveredHour>(sql`
    select ago as weeks_ago, extract(hour from at at time zone 'UTC')::int as hour,
      at + ago * interval '7 days' <= ${now} as by_now, pay_asset as asset, pay_decimals as decimals,
      sum(sign * pay_units) as units, sum(sign)::int as orders
    from (${join(days, ' union all ')}) moved group by 1, 2, 3, 4, 5`);
}

/** Deliveries of a day in one currency and one coin, in minor units. */
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

/** Returns deliveries by day (UTC). */
export async function readDeliveriesByDay(database: Queryable, { start, end }: TimeRange): Promise<DeliveredDay[]> {
  return database.many<DeliveredDay>(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(sign)::int as orders, pay_asset,
      pay_decimals, sum(sign * pay_units) as pay_units, receive_asset,
      receive_decimals, sum(sign * receive_units) as receive_units
    from ${selectDeliveries(start, end)} moved
    group by day, pay_asset, pay_decimals, receive_asset, receive_decimals order by day, pay_asset, receive_asset`);
}
