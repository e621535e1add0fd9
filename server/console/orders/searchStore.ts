import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Limits the matches of one interpretation. */
export const MAX_FOUND = 1_000;

type Id = { readonly id: number };

async function queryIds(database: Queryable, statement: Sql): Promise<readonly number[]> {
  return (await database.many<Id>(statement)).map(({ id }) => id);
}

/** Finds orders by the prefix of their number, in upper case, and sorts them by number. */
export function findOrdersByNumber(database: Queryable, beginning: string): Promise<readonly number[]> {
  // Byte-wise comparison, so that no character of the prefix is a pattern. The sort order is the index's own: with
  // another one the planner scans all numbers until it has found enough.
  return queryIds(
    database,
    sql`select id from orders where order_no ~>=~ ${beginning} and order_no ~<~ ${`${beginning}~`}
      order by order_no using ~<~ limit ${MAX_FOUND}`,
  );
}

/** Finds orders by the last four digits of a card that was tried, newest attempt first. */
export function findOrdersByCard(database: Queryable, last4: string): Promise<readonly number[]> {
  return queryIds(
    database,
    sql`select order_id as id from payment_attempts where last4 = ${last4} order by created_at desc limit ${MAX_FOUND}`,
  );
}

/** Finds orders by the receiving address, in any of these spellings, newest first. */
export function findOrdersByAddress(database: Queryable, addresses: readonly string[]): Promise<readonly number[]> {
  return queryIds(
    database,
    sql`select id from orders where address = any(${[...addresses]}) order by created_at desc limit ${MAX_FOUND}`,
  );
}

/** Finds orders by the pay amount, in minor units with the currency's decimals, newest first. */
export function findOrdersByPayAmount(
  database: Queryable,
  amounts: readonly { readonly units: bigint; readonly decimals: number }[],
  currency: string | undefined,
): Promise<readonly number[]> {
  const units = amounts.map((one) => one.units.toString());
  const decimals = amounts.map((one) => one.decimals);
  return queryIds(
    database,
    sql`select id from orders
      where pay_units = any(${units}::numeric[])
        and (pay_units, pay_decimals) in (select * from unnest(${units}::numeric[], ${decimals}::int[]))
        and (${currency ?? null}::text is null or pay_currency = ${currency ?? null})
      order by created_at desc limit ${MAX_FOUND}`,
  );
}
