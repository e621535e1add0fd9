import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** So many orders that bear one name are looked at, the newest of them. */
export const MOST_FOUND = 1_000;

type Id = { readonly id: number };

async function ids(database: Queryable, statement: Sql): Promise<readonly number[]> {
  return (await database.many<Id>(statement)).map(({ id }) => id);
}

/** By the beginning of the number, in its own capital letters. */
export function ordersNumbered(database: Queryable, beginning: string): Promise<readonly number[]> {
  // Compared byte by byte: whatever stands in the beginning is no pattern. In the order of the index that compares so: by
  // another one the planner goes along all numbers until it has found enough.
  return ids(
    database,
    sql`select id from orders where order_no ~>=~ ${beginning} and order_no ~<~ ${`${beginning}~`}
      order by order_no using ~<~ limit ${MOST_FOUND}`,
  );
}

/** By the last four digits of a card that was tried. */
export function ordersOfCard(database: Queryable, last4: string): Promise<readonly number[]> {
  return ids(
    database,
    sql`select order_id as id from payment_attempts where last4 = ${last4} order by created_at desc limit ${MOST_FOUND}`,
  );
}

/** By where the coins go, as it is written in any of these ways. */
export function ordersTo(database: Queryable, addresses: readonly string[]): Promise<readonly number[]> {
  return ids(
    database,
    sql`select id from orders where address = any(${[...addresses]}) order by created_at desc limit ${MOST_FOUND}`,
  );
}

/** By what the buyer is asked for: counts of a currency's smallest unit, with the digits that it has. */
export function ordersPaying(
  database: Queryable,
  counts: readonly { readonly units: bigint; readonly decimals: number }[],
  currency: string | undefined,
): Promise<readonly number[]> {
  const units = counts.map((one) => one.units.toString());
  const decimals = counts.map((one) => one.decimals);
  return ids(
    database,
    sql`select id from orders
      where pay_units = any(${units}::numeric[])
        and (pay_units, pay_decimals) in (select * from unnest(${units}::numeric[], ${decimals}::int[]))
        and (${currency ?? null}::text is null or pay_currency = ${currency ?? null})
      order by created_at desc limit ${MOST_FOUND}`,
  );
}
