import { formatDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { HourPrice, Market } from '../../providers/venue/venuePort.ts';

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

/** Returns the markets that have no price older than the given time. */
export async function findMarketsWithoutPriceBefore(
  database: Queryable,
  markets: readonly Market[],
  time: Date,
): Promise<Market[]> {
  return database.many<Market>(sql`
    select m.base, m.quote
    from unnest(${markets.map(({ base }) => base)}::text[], ${markets.map(({ quote }) => quote)}::text[]) m (base, quote)
    where not exists (
      select 1 from price_history h where h.base = m.base and h.quote = m.quote and h.minute < ${time}
    )
    order by m.base, m.quote`);
}

/** Adds past prices of a market; a minute that has a price keeps it. */
export async function addPastPrices(
  database: Queryable,
  { base, quote }: Market,
  prices: readonly HourPrice[],
): Promise<void> {
  await database.run(sql`
    insert into price_history (base, quote, mid, minute)
    select ${base}, ${quote}, p.mid, p.minute
    from unnest(
      ${prices.map(({ price }) => formatDecimal(price))}::text[], ${prices.map(({ at }) => at)}::timestamptz[]
    ) p (mid, minute)
    where p.minute < (select clock_timestamp())
    on conflict do nothing`);
}

/** Returns the last price of each hour of the last seven days, including the current hour; oldest first. */
export async function listWeekPrices(database: Queryable, base: string, quote: string): Promise<PricePoint[]> {
  return database.many<PricePoint>(sql`
    select distinct on (date_bin('1 hour', minute, timestamptz 'epoch')) minute as at, mid
    from price_history
    where base = ${base} and quote = ${quote} and minute > (select clock_timestamp()) - interval '7 days'
    order by date_bin('1 hour', minute, timestamptz 'epoch'), minute desc
    limit 169`);
}
