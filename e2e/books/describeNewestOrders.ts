import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';

type OrderState = {
  readonly order_no: string;
  readonly status: string;
  readonly reason: string | null;
  readonly held_from: string | null;
  readonly rule: string | null;
  /** The three newest steps, each as `step: conclusion (times)`. */
  readonly steps: readonly string[] | null;
};

/** Returns a line for each of the newest orders: its status, why it is held or ended, and its newest steps. */
export async function describeNewestOrders(books: ReadOnlyDatabase): Promise<string> {
  const orders = await books.rows<OrderState>(
    `select order_no, status, reason, held_from,
       (select rule from risk_decisions d where d.order_id = o.id and rule <> '' order by d.id desc limit 1) as rule,
       (select array_agg(step || ': ' || conclusion || ' (' || times || ')' order by id desc) from (
         select * from order_steps s where s.order_id = o.id order by id desc limit 3) newest) as steps
     from orders o order by id desc limit 8`,
  );
  return orders
    .map(({ order_no, status, reason, held_from, rule, steps }) =>
      [
        `${order_no} ${status}`,
        ...(reason === null ? [] : [`reason ${reason}`]),
        ...(held_from === null ? [] : [`held from ${held_from} by ${rule ?? 'a request'}`]),
        ...(steps ?? []),
      ].join(', '),
    )
    .join('\n');
}
