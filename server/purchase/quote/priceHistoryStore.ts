import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type PricePoint = { readonly at: Date; readonly mid: string };

const KEPT_DAYS = 8;

/** Stores the trusted prices of this minute, and deletes those that no chart shows any longer. */
export async function savePriceHistory(database: Queryable): Promise<void> {
  await database.run(sql`
    insert into price_history (base, quote, mid, minute)
    select base, quote, mid, date_trunc('minute', clock_timestamp()) from market_prices
    where trusted and observed_at > clock_timestamp() - interval '1 minute'
    on conflict do nothing`);
  // In a subquery, so that it is evaluated once: a volatile function would be evaluated for each stored minute.
  await database.run(
    sql`delete from price_history where minute < (select clock_timestamp()) - ${KEPT_DAYS} * interval '1 day'`,
  );
}

/** Returns the last price of every quarter of an hour of the last day, and the newest, oldest first. */
export async function listDayPrices(database: Queryable, base: string, quote: string): Promise<PricePoint[]> {
  return database.many<PricePoint>(sql`
    select distinct on (date_bin('15 minutes', minute, timestamptz 'epoch')) minute as at, mid
    from price_history
    where base = ${base} and quote = ${quote} and minute > (select clock_timestamp()) - interval '1 day'
    order by date_bin('15 minutes', minute, timestamptz 'epoch'), minute desc
    limit 97`);
}
