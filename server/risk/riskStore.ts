import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** Euro cents that a buyer has paid since a time, without one order; given back and released money does not count. */
export async function paidEuroCents(
  database: Queryable,
  buyerId: string,
  exceptOrderId: number,
  days: number,
): Promise<bigint> {
  const { sum } = await database.one<{ sum: bigint }>(sql`
    select coalesce(sum(euro_cents), 0) as sum from orders
    where buyer_id = ${buyerId} and id <> ${exceptOrderId}
      and captured_units + received_units > refunded_units
      and created_at > slipway_now() - ${days} * interval '1 day'`);
  return sum;
}

export async function cardsTried(database: Queryable, buyerId: string, days: number): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`
    select count(distinct a.fingerprint)::int as count from payment_attempts a join orders o on o.id = a.order_id
    where o.buyer_id = ${buyerId} and a.created_at > slipway_now() - ${days} * interval '1 day'`);
  return count;
}

/** Every judgement is kept with what it was made on. */
export async function recordDecision(
  database: Queryable,
  orderId: number,
  decision: { readonly outcome: string; readonly rule: string; readonly facts: unknown },
): Promise<void> {
  const facts = JSON.stringify(decision.facts, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  await database.run(sql`
    insert into risk_decisions (order_id, rule, outcome, facts, at)
    values (${orderId}, ${decision.rule}, ${decision.outcome}, ${facts}, slipway_now())`);
}
