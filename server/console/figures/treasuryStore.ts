import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** The net movement of a wallet within an hour, in the ledger's scale. */
export type HourlyMovement = { readonly hour: Date; readonly units: bigint };

export async function readHourlyMovements(database: Queryable, asset: string, since: Date): Promise<HourlyMovement[]> {
  return database.many<HourlyMovement>(sql`
    select date_trunc('hour', t.at) as hour, sum(p.units) as units
    from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
    where t.at >= ${since} and p.account = 'asset:wallet' and p.asset = ${asset}
    group by 1 order by 1`);
}

/** Payouts signed since a time, at the euro value that their orders had at creation. */
export type SignedPayouts = { readonly euroCents: bigint; readonly largest: bigint; readonly lastAt: Date | null };

export async function sumSignedPayouts(database: Queryable, since: Date): Promise<SignedPayouts> {
  return database.one<SignedPayouts>(sql`
    select coalesce(sum(o.euro_cents), 0) as euro_cents, coalesce(max(o.euro_cents), 0) as largest,
      max(p.created_at) as last_at
    from payouts p join orders o on o.id = p.order_id
    where p.updated_at >= ${since} and p.created_at >= ${since}`);
}
