import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { eventOf, postingsOf } from './entryJoinStore.ts';

/** A line of the ledger's venue account, with the client order that it is of; null when it is of none. */
export type VenuePosting = {
  readonly key: string;
  readonly clientOrderId: string | null;
  readonly asset: string;
  readonly units: bigint;
  readonly at: Date;
};

export async function venuePostings(database: Queryable, since: Date): Promise<VenuePosting[]> {
  return database.many<VenuePosting>(sql`
    select t.key, coalesce(e.data -> 'fill' ->> 'clientOrderId', sold.client_order_id) as "clientOrderId", p.asset,
      p.units, t.at
    from ledger_transactions t
    ${postingsOf('asset:venue')}
    ${eventOf}
    left join lateral (
      select c.client_order_id from conversions c
      where t.kind = 'sold_back' and c.order_id = t.order_id and c.side = 'sell'
        and c.venue_orders ? split_part(split_part(t.key, ':', 3), '+', 1)
    ) sold on true
    where t.at >= ${since} or t.order_id is null`);
}
