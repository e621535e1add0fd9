import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** How a provider fulfilled its last orders from this installation. */
export type ProviderRecord = {
  readonly provider: string;
  readonly orders: number;
  /** From payment to delivery; null if no duration is known. */
  readonly medianMinutes: number | null;
  /** Delivered amount per amount paid, compared with the offer, in hundredths of a percent: -50 is half a percent less. */
  readonly medianBasisPoints: number;
  readonly worstBasisPoints: number;
  /** Number of orders whose checkout was worse than the offer. */
  readonly worseAtCheckout: number;
};

const LAST_ORDERS = 50;

/** Returns records by provider, for providers with deliveries. */
export async function listProviderRecords(database: Queryable): Promise<ReadonlyMap<string, ProviderRecord>> {
  const rows = await database.many<ProviderRecord>(sql`
    select p.provider, count(*)::int as orders,
      round(percentile_cont(0.5) within group (order by extract(epoch from last.delivered_at - last.paid_at) / 60)
        filter (where last.paid_at is not null))::int as median_minutes,
      coalesce(round(percentile_cont(0.5) within group (order by last.change)), 0)::int as median_basis_points,
      coalesce(round(min(last.change)), 0)::int as worst_basis_points,
      count(*) filter (where last.worse_at_checkout)::int as worse_at_checkout
    from (select distinct provider from provider_orders where delivered_at is not null) p
    cross join lateral (
      select d.paid_at, d.delivered_at, d.worse_at_checkout,
        (d.receive_units * o.pay_units * 10000 / (coalesce(d.pay_units, o.pay_units) * o.receive_units) - 10000)::float8 as change
      from provider_orders d join orders o on o.id = d.order_id
      where d.provider = p.provider and d.delivered_at is not null
      order by d.delivered_at desc limit ${LAST_ORDERS}
    ) last
    group by p.provider`);
  return new Map(rows.map((row) => [row.provider, row]));
}
