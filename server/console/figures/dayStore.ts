import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

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
  return database.many<DeliveredHour>(sql`
    select w.ago as "weeksAgo", extract(hour from e.at at time zone 'UTC')::int as hour,
      e.at + w.ago * interval '7 days' <= ${now} as "byNow", 'iso4217:' || o.pay_currency as asset,
      o.pay_decimals::int as decimals,
      sum(case e.kind when 'payout_confirmed' then o.pay_units else -o.pay_units end) as units,
      sum(case e.kind when 'payout_confirmed' then 1 else -1 end)::int as orders
    from generate_series(0, ${weeks}::int) as w (ago)
    join order_events e on e.at >= ${start}::timestamptz - w.ago * interval '7 days'
      and e.at < ${start}::timestamptz - w.ago * interval '7 days' + interval '1 day'
    join orders o on o.id = e.order_id
    where e.kind in ('payout_confirmed', 'payout_reorged') and not e.unexpected
    group by 1, 2, 3, 4, 5`);
}
