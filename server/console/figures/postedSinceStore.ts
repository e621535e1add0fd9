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
export async function postedSinceRead(database: Queryable): Promise<PostedSince[]> {
  return database.many<PostedSince>(sql`
    select r.place, p.account, p.asset, sum(p.units) as units
    from reconciliation_places r
    join ledger_transactions t on t.at > r.read_at + ((select slipway_now()) - clock_timestamp())
    join ledger_postings p on p.transaction_id = t.id and p.account like 'asset:%'
    group by 1, 2, 3`);
}
