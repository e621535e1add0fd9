import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { joinOrderEvent, joinPostings } from './entryJoinStore.ts';

/** A posting to the ledger account `asset:venue`, with its client order id; null if it has none. */
export type VenueLedgerPosting = {
  readonly key: string;
  readonly clientOrderId: string | null;
  readonly asset: string;
  readonly units: bigint;
  readonly at: Date;
};

/** Returns the postings since a time, and all that belong to no order. */
export async function findVenueLedgerPostings(database: Queryable, since: Date): Promise<VenueLedgerPosting[]> {
  return database.many<VenueLedgerPosting>(sql`
    select t.key, coalesce(e.data -> 'fill' ->> 'clientOrderId', sold.client_order_id) as client_order_id, p.asset,
      p.units, t.at
    from ledger_transactions t
    ${joinPostings('asset:venue')}
    ${joinOrderEvent}
    left join lateral (
      select c.client_order_id from conversions c
      where t.kind = 'sold_back' and c.order_id = t.order_id and c.side = 'sell'
        and c.venue_orders ? split_part(split_part(t.key, ':', 3), '+', 1)
    ) sold on true
    where t.at >= ${since} or t.order_id is null`);
}
