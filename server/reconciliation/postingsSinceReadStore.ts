import sql from 'sql-template-tag';
import type { Account } from '../ledger/account.ts';
import type { Queryable } from '../platform/database/database.ts';

/** The postings since an external account was last compared, in the ledger's scale. */
export type PostingsSinceRead = {
  readonly place: string;
  readonly account: Account;
  readonly asset: string;
  readonly units: bigint;
};

/** Reads are timed by the machine's clock, postings by the product's clock, which a sandbox may set forward. */
const CLOCK_OFFSET = sql`(select slipway_now() - clock_timestamp())`;

export async function sumPostingsSinceRead(database: Queryable): Promise<PostingsSinceRead[]> {
  // The earliest read bounds the query, so that later postings are found by index and not by a scan of all.
  const { first } = await database.one<{ first: string | null }>(
    sql`select (min(read_at) + ${CLOCK_OFFSET})::text as first from reconciliation_places`,
  );
  if (first === null) return [];
  return database.many<PostingsSinceRead>(sql`
    select r.place, s.account, s.asset, sum(s.units) as units
    from (
      select t.at, p.account, p.asset, p.units
      from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
      where t.at > ${first}::timestamptz and p.account like 'asset:%') s
    join reconciliation_places r on s.at > r.read_at + ${CLOCK_OFFSET}
    group by 1, 2, 3`);
}
