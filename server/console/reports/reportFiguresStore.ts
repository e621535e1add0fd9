import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import sql, { empty } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { TimeRange } from '../../reporting/reportFigureStore.ts';

export type PostingLine = {
  readonly id: number;
  readonly at: Date;
  readonly entry: string;
  readonly orderNo: string | null;
  readonly units: bigint;
};

type PostingFilter = {
  readonly account: string;
  readonly asset: string;
  /** The last posting of the previous page. */
  readonly before: number | undefined;
  readonly most: number;
};

const DAY_MS = 24 * 60 * 60_000;
/** One day usually contains a page; otherwise the next window is this many times wider. */
const WINDOW_GROWTH = 8;

/**
 * Returns postings of an account in an asset, newest first, reading backwards from the end of the period only as far as
 * the page needs.
 */
export async function listPostingsBackwards(
  database: Queryable,
  { start, end }: TimeRange,
  { account, asset, before, most }: PostingFilter,
): Promise<PostingLine[]> {
  const found: PostingLine[] = [];
  let to = before === undefined ? end : await roundUpPostingTime(database, before, end);
  for (let width = DAY_MS; to > start && found.length < most; width *= WINDOW_GROWTH) {
    const from = new Date(Math.max(start.getTime(), to.getTime() - width));
    const query = { account, asset, before, most: most - found.length };
    found.push(...(await listPostingsBetween(database, { start: from, end: to }, query)));
    to = from;
  }
  return found;
}

/** Returns the posting's time, rounded up, but at most `end`: `Date` has milliseconds, the database microseconds. */
async function roundUpPostingTime(database: Queryable, posting: number, end: Date): Promise<Date> {
  const made = await database.maybeOne<{ at: Date }>(sql`
    select t.at from ledger_postings p join ledger_transactions t on t.id = p.transaction_id where p.id = ${posting}`);
  return made && made.at < end ? new Date(made.at.getTime() + 1) : end;
}

async function listPostingsBetween(
  database: Queryable,
  { start, end }: TimeRange,
  { account, asset, before, most }: PostingFilter,
): Promise<PostingLine[]> {
  const olderThanCursor =
    before === undefined
      ? empty
      : sql` and (t.at, p.id) < (
          select b.at, ${before}::bigint from ledger_postings a join ledger_transactions b on b.id = a.transaction_id
          where a.id = ${before})`;
  return database.many<PostingLine>(sql`
    select p.id, t.at, t.kind as entry, o.order_no, p.units
    from ledger_transactions t join ledger_postings p on p.transaction_id = t.id left join orders o on o.id = p.order_id
    where t.at >= ${start} and t.at < ${end} and p.account = ${account} and p.asset = ${asset}${olderThanCursor}
    order by t.at desc, p.id desc limit ${most}`);
}

export type SpreadOfDay = {
  readonly day: string;
  readonly currency: string;
  readonly orders: number;
  /**
   * The amount that buyers paid for the coins, and the value of the coins at the price without spread, both in the
   * currency's major unit.
   */
  readonly taken: string;
  readonly worth: string;
  /** The cost of the coins, by the ledger. */
  readonly cost: string;
};

/**
 * Returns the spread of own orders delivered in the period, by the day of their delivery. The cost of the coins is what
 * `trading` was debited for them in the pay currency; a fill in another currency is converted at the rate of the fill.
 */
export async function readSpreadByDay(database: Queryable, { start, end }: TimeRange): Promise<SpreadOfDay[]> {
  return database.many<SpreadOfDay>(sql`
    select to_char(done.at at time zone 'UTC', 'YYYY-MM-DD') as day, o.pay_currency as currency, count(*)::int as orders,
      trim_scale(sum((o.pay_units - o.processing_fee_units - o.network_fee_units) / 10::numeric ^ o.pay_decimals))::text
        as taken,
      trim_scale(round(sum(o.receive_units / 10::numeric ^ o.receive_decimals * o.reference_price::numeric), 8))::text
        as worth,
      trim_scale(sum(bought.units) / 10::numeric ^ 8)::text as cost
    from (
      select order_id, max(at) as at from order_events
      where at >= ${start} and at < ${end} and kind = 'payout_confirmed' and not unexpected group by order_id
    ) done
    join orders o on o.id = done.order_id and o.status = 'delivered' and o.offer_type = ${OWN_OFFER_TYPE}
    join lateral (
      select sum(p.units) as units from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
      where p.order_id = o.id and p.account = 'trading' and p.asset = 'iso4217:' || o.pay_currency
        and t.kind not in ('confirmed', 'confirmed_reversed')
    ) bought on bought.units is not null
    group by 1, 2 order by 1, 2`);
}

export type DeliveryTimes = {
  readonly network: string;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly late: number;
};

/**
 * Returns the minutes from payment to delivery of own orders delivered in the period, by network. `late` counts the orders
 * that took longer than the network's minutes in `promised`; none if it has no entry.
 */
export async function readDeliveryTimes(
  database: Queryable,
  { start, end }: TimeRange,
  promised: ReadonlyMap<string, number>,
): Promise<DeliveryTimes[]> {
  return database.many<DeliveryTimes>(sql`
    select network, count(*)::int as count,
      round((percentile_cont(0.5) within group (order by minutes))::numeric, 1)::float8 as p50,
      round((percentile_cont(0.95) within group (order by minutes))::numeric, 1)::float8 as p95,
      count(*) filter (where minutes > promised.minutes_)::int as late
    from (
      select o.network, extract(epoch from taken.delivered - taken.paid) / 60 as minutes
      from (
        select distinct order_id from order_events
        where at >= ${start} and at < ${end} and kind = 'payout_confirmed' and not unexpected
      ) done
      join orders o on o.id = done.order_id and o.status = 'delivered' and o.offer_type = ${OWN_OFFER_TYPE}
      cross join lateral (
        select min(at) filter (where to_status = 'paid') as paid, min(at) filter (where to_status = 'delivered') as delivered
        from order_events where order_id = o.id
      ) taken
      where taken.paid is not null and taken.delivered is not null
    ) waits
    left join unnest(${[...promised.keys()]}::text[], ${[...promised.values()]}::int[]) as promised (name, minutes_)
      on promised.name = waits.network
    group by network order by count(*) desc, network`);
}

export type RefundTimes = {
  readonly channel: 'acquirer' | 'bank';
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
};

/** Returns the minutes from decision to settlement of refunds settled in the period. */
export async function readRefundTimes(database: Queryable, { start, end }: TimeRange): Promise<RefundTimes[]> {
  return database.many<RefundTimes>(sql`
    select channel, count(*)::int as count,
      round((percentile_cont(0.5) within group (order by minutes))::numeric, 1)::float8 as p50,
      round((percentile_cont(0.95) within group (order by minutes))::numeric, 1)::float8 as p95
    from (
      select channel, extract(epoch from updated_at - created_at) / 60 as minutes from refunds
      where status = 'settled' and updated_at >= ${start} and updated_at < ${end}
    ) waits group by channel order by channel`);
}
