import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** What came to a wallet, or left it, within an hour; in the ledger's digits. */
export type HourMoved = { readonly hour: Date; readonly units: bigint };

export async function movedByHour(database: Queryable, asset: string, since: Date): Promise<HourMoved[]> {
  return database.many<HourMoved>(sql`
    select date_trunc('hour', t.at) as hour, sum(p.units) as units
    from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
    where t.at >= ${since} and p.account = 'asset:wallet' and p.asset = ${asset}
    group by 1 order by 1`);
}

/** Payouts whose bytes were signed since a time, as their orders were worth when they were made. */
export type SignedPayouts = { readonly euroCents: bigint; readonly largest: bigint; readonly lastAt: Date | null };

export async function signedSince(database: Queryable, since: Date): Promise<SignedPayouts> {
  return database.one<SignedPayouts>(sql`
    select coalesce(sum(o.euro_cents), 0) as "euroCents", coalesce(max(o.euro_cents), 0) as largest,
      max(p.created_at) as "lastAt"
    from payouts p join orders o on o.id = p.order_id
    where p.updated_at >= ${since} and p.created_at >= ${since}`);
}

/** A transfer from the venue, and who has asked for it. */
export type Transfer = {
  readonly id: number;
  readonly status: 'requested' | 'sending' | 'taken' | 'sent' | 'arrived' | 'failed';
  readonly venue: string;
  readonly network: string;
  readonly address: string;
  readonly asset: string;
  readonly currency: string;
  readonly decimals: number;
  readonly units: bigint;
  readonly createdAt: Date;
  readonly sendingAt: Date | null;
  readonly updatedAt: Date;
  readonly who: string;
  readonly approvedBy: string | null;
  readonly transactionId: string | null;
  readonly result: string | null;
};

/** Newest first. */
export async function newestTransfers(database: Queryable, limit: number): Promise<Transfer[]> {
  return database.many<Transfer>(sql`
    select w.id::int as id, w.status, w.venue, w.network, w.address, w.asset, w.currency, w.decimals::int as decimals,
      w.units, w.created_at as "createdAt", w.sending_at as "sendingAt", w.updated_at as "updatedAt", r.who,
      r.approved_by as "approvedBy", w.transaction_id as "transactionId", w.result
    from withdrawals w join operator_requests r on r.id = w.request_id
    order by w.id desc limit ${limit}`);
}
