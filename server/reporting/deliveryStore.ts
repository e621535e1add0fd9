import sql, { type Sql } from 'sql-template-tag';

/**
 * Returns an SQL table of deliveries between two moments: at, sign, and what each order pays and receives in minor units. A
 * reorganization reverts its delivery with sign -1, so that an order delivered again counts once.
 */
export function selectDeliveries(start: Date, end: Date): Sql {
  return sql`(
    select e.at, case e.kind when 'payout_confirmed' then 1 else -1 end as sign,
      'iso4217:' || o.pay_currency as pay_asset, o.pay_decimals::int as pay_decimals, o.pay_units,
      o.receive_asset, o.receive_decimals::int as receive_decimals, o.receive_units
    from order_events e join orders o on o.id = e.order_id
    where e.at >= ${start} and e.at < ${end} and not e.unexpected and e.kind in ('payout_confirmed', 'payout_reorged'))`;
}
