import sql from 'sql-template-tag';
import type { Account } from '../../ledger/account.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** What was posted since a place was compared the last time; in the ledger's digits. */
export type PostedSince = {
  readonly place: string;
  readonly account: Account;
  readonly asset: string;
  readonly units: bigint;
};

/** Places keep the machine's time, and postings the product's clock, which a sandbox may set forward. */
const AHEAD = sql`(select slipway_now() - clock_timestamp())`;

export async function postedSinceRead(database: Queryable): Promise<PostedSince[]> {
  // Asked first, so that what came after it is found by its time and not among all that was ever posted.
  const { first } = await database.one<{ first: string | null }>(
    sql`select (min(read_at) + ${AHEAD})::text as first from reconciliation_places`,
  );
  if (first === null) return [];
  return database.many<PostedSince>(sql`
    select r.place, s.account, s.asset, sum(s.units) as units
    from (
      select t.at, p.account, p.asset, p.units
      from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
      where t.at > ${first}::timestamptz and p.account like 'asset:%') s
    join reconciliation_places r on s.at > r.read_at + ${AHEAD}
    group by 1, 2, 3`);
}
