import sql, { type Sql } from 'sql-template-tag';
import type { Account } from '../../ledger/account.ts';

/*
 * SQL joins to a transaction `t` of the ledger. Only few rows are needed, but a planner that overestimates them would scan
 * whole tables; `offset 0` makes PostgreSQL plan each subquery separately.
 */

/** Joins the transaction's postings `p` of an account. */
export function joinPostings(account: Account): Sql {
  return sql`cross join lateral (
    select asset, units from ledger_postings where transaction_id = t.id and account = ${account} offset 0
  ) p`;
}

/** Joins the order event `e` that posted the transaction, if there is one. */
export const joinOrderEvent = sql`left join lateral (
  select e.kind, e.key, e.data from orders o join order_events e on e.order_id = o.id
  where o.id = t.order_id and t.key = o.order_no || ':' || e.sequence || ':' || t.kind offset 0
) e on true`;

/** Joins `fact.key`, the key of the fact that the transaction posts, posts again or reverses, as `extractFact` does. */
export const joinFactKey = sql`cross join lateral (
  select regexp_replace(t.key, '^(reversal:)?(again:[0-9]+:)?', '') as key offset 0
) fact`;
