import type pg from 'pg';

/** What an order goes through, by the event that it ends with, and as the table calls it. */
const STAGES = [
  ['payment_captured', 'captured'],
  ['conversion_filled', 'bought'],
  ['payout_submitted', 'payout sent'],
  ['payout_confirmed', 'delivered'],
] as const;

/** When the first and when the last of the orders came so far, in seconds since the first was made; and how long it took each. */
export type Stage = {
  readonly name: string;
  readonly orders: number;
  readonly first: number;
  readonly last: number;
  /** Of an order, since it was made. */
  readonly median: number;
};

export async function readStages(database: pg.Client, orderNos: readonly string[]): Promise<readonly Stage[]> {
  const { rows } = await database.query<{ kind: string; orders: number; first: number; last: number; median: number }>(
    `with made as (select id, created_at from orders where order_no = any($1)),
    came as (
      select e.kind, o.created_at, min(e.at) as at from order_events e join made o on o.id = e.order_id
      group by e.order_id, e.kind, o.created_at)
    select kind, count(*)::int as orders,
      extract(epoch from min(at) - (select min(created_at) from made))::float as first,
      extract(epoch from max(at) - (select min(created_at) from made))::float as last,
      percentile_cont(0.5) within group (order by extract(epoch from at - created_at))::float as median
    from came group by kind`,
    [orderNos],
  );
  return STAGES.flatMap(([kind, name]) => {
    const read = rows.find((row) => row.kind === kind);
    return read ? [{ name, orders: read.orders, first: read.first, last: read.last, median: read.median }] : [];
  });
}
