import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Orders that would be sent and may not. */
export type WaitingOrders = {
  readonly orders: number;
  /** As they were worth when they were made. */
  readonly euroCents: bigint;
  /** When the first of them goes back. */
  readonly until: Date | null;
};

/** Of payouts of these assets. */
export async function ordersWaitingFor(database: Queryable, assets: readonly string[]): Promise<WaitingOrders> {
  return database.one<WaitingOrders>(sql`
    select count(*)::int as orders, coalesce(sum(euro_cents), 0) as "euroCents", min(deadline_at) as until
    from orders where status = 'converted' and receive_asset = any (${[...assets]}::text[])`);
}

/** When the last comparison ended, by the machine's time, and whether one is under way or asked for. */
export async function runState(
  database: Queryable,
): Promise<{ readonly endedAt: Date | null; readonly open: number | null }> {
  return database.one(sql`
    select (select max(finished_at) from reconciliation_runs) as "endedAt",
      (select min(id) from reconciliation_runs where finished_at is null) as open`);
}

export type UnbookedTransaction = {
  readonly transactionId: string;
  readonly orderNos: readonly string[];
  readonly foundAt: Date;
};

/** The newest transactions that a chain was found to have and that no confirmed payout has, at one place. */
export async function unbookedTransactions(
  database: Queryable,
  place: string,
  most: number,
): Promise<readonly UnbookedTransaction[]> {
  return database.many<UnbookedTransaction>(sql`
    select transaction_id as "transactionId", order_nos as "orderNos", found_at as "foundAt" from found_transactions f
    where 'chain:' || network = ${place} and order_nos is not null and not exists (
      select 1 from payouts p where p.transaction_id = f.transaction_id and p.status in ('confirmed', 'final'))
    order by found_at desc limit ${most}`);
}
