import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Location of an open order's money. */
export type MoneyStage = 'held' | 'paid' | 'converted' | 'delivering' | 'on_hold' | 'returning';

/** The orders of one stage and pay currency. */
export type MoneyStageRow = {
  readonly stage: MoneyStage;
  readonly currency: string;
  readonly orders: number;
  /** Liabilities to the orders' buyers, in the ledger's scale. */
  readonly owed: bigint;
  /** Authorized but not captured, in minor units: authorizations have no postings. */
  readonly held: bigint;
  readonly decimals: number;
  /** The earliest time at which one of these orders entered its present status. */
  readonly oldest: Date;
  /** Orders that are ready to send but whose coin is halted. */
  readonly halted: number;
  /** Orders whose refund has no destination account. */
  readonly withoutAccount: number;
};

/**
 * Returns the money of open orders, and of ended orders with a surplus still to be returned, by stage and currency.
 * Both kinds of orders are found by an index on the status.
 */
export async function readOpenOrderMoney(database: Queryable): Promise<MoneyStageRow[]> {
  return database.many<MoneyStageRow>(sql`
    with under_way as (
      select o.id, o.status, o.created_at, o.pay_currency, o.pay_decimals, o.receive_asset, o.authorized_units,
        o.captured_units, o.received_units,
        case
          when o.status = 'on_hold' then 'on_hold'
          when o.status = 'refunding' then 'returning'
          when o.status in ('paid', 'converting') then 'paid'
          when o.status in ('converted', 'delivering') then o.status
          when o.received_units > 0 or o.captured_units > 0 then 'paid'
          else 'held'
        end as stage
      from orders o
      where o.status in ('awaiting_payment', 'authorizing', 'awaiting_identity', 'awaiting_consent', 'capturing', 'voiding',
          'paid', 'converting', 'converted', 'delivering', 'on_hold', 'refunding')
        and (o.authorized_units > 0 or o.captured_units > 0 or o.received_units > 0)
      union all
      select distinct o.id, o.status, o.created_at, o.pay_currency, o.pay_decimals, o.receive_asset, 0, 0, 0, 'returning'
      from refunds r join orders o on o.id = r.order_id
      where r.purpose = 'surplus' and r.status in ('requested', 'pending')
        and o.status in ('delivered', 'cancelled', 'expired', 'failed', 'refunded')
    )
    select u.stage, u.pay_currency as currency, u.pay_decimals::int as decimals, count(*)::int as orders,
      coalesce(sum(owed.units), 0) as owed,
      coalesce(sum(u.authorized_units) filter (where u.captured_units = 0 and u.received_units = 0), 0) as held,
      min(came.at) as oldest,
      count(*) filter (where u.stage = 'converted'
        and exists (select 1 from halts h where h.scope = 'payout:' || u.receive_asset))::int as halted,
      count(*) filter (where exists (
        select 1 from refunds r where r.order_id = u.id and r.channel = 'bank' and r.status = 'requested'
          and not r.has_creditor))::int as without_account
    from under_way u
    cross join lateral (
      select -sum(p.units) as units from ledger_postings p
      where p.order_id = u.id and p.account in ('liability:buyer', 'liability:refund')) owed
    cross join lateral (
      select coalesce(max(e.at), u.created_at) as at from order_events e
      where e.order_id = u.id and not e.unexpected and e.from_status <> e.to_status) came
    group by 1, 2, 3`);
}
