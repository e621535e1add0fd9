import sql, { type Sql } from 'sql-template-tag';
import type { Account } from '../ledger/account.ts';

/*
 * What belongs to a transaction `t` of the ledger, found by the transaction: few are asked for of many, and a planner that
 * takes them for more would rather read the whole tables. What has an offset is planned by itself.
 */

/** Its postings `p` of an account. */
export function postingsOf(account: Account): Sql {
  return sql`cross join lateral (
    select asset, units from ledger_postings where transaction_id = t.id and account = ${account} offset 0
  ) p`;
}

/** The event `e` of the order that posted it, if one did. */
export const eventOf = sql`left join lateral (
  select e.kind, e.key, e.data from orders o join order_events e on e.order_id = o.id
  where o.id = t.order_id and t.key = o.order_no || ':' || e.sequence || ':' || t.kind offset 0
) e on true`;

/** The key `fact.key` of what the transaction is about, whether it posts it, posts it again or takes it back: as `factOf` has it. */
export const factKey = sql`cross join lateral (
  select regexp_replace(t.key, '^(reversal:)?(again:[0-9]+:)?', '') as key offset 0
) fact`;
