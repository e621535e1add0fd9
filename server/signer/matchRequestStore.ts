import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

export type MatchRequest = {
  /** The id of the booking. */
  readonly entry: string;
  /** Hashes of the statements by which it was asked for and agreed to. */
  readonly askedWith: string | null;
  readonly approvedWith: string | null;
};

/** What the tables say that persons have matched with an order. */
export async function matchRequests(database: Queryable, orderNo: string): Promise<readonly MatchRequest[]> {
  return database.many(sql`
    select input ->> 'entry' as entry, asked_with as "askedWith", approved_with as "approvedWith"
    from operator_requests
    where action = 'match' and subject = ${orderNo} and status in ('approved', 'done') and input ->> 'entry' is not null
    order by id limit 20`);
}
