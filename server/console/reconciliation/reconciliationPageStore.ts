import sql from 'sql-template-tag';
import { PENDING_WORK } from '../../operator/deadlines/pendingWorkStore.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** Orders that are ready to send but halted. */
export type HaltedOrders = {
  readonly orders: number;
  /** At the value when the orders were created. */
  readonly euroCents: bigint;
  /** The earliest deadline among them. */
  readonly until: Date | null;
};

/** Returns the orders that are ready to send but whose payout waits, because payouts of these assets are halted. */
export async function sumHaltedOrders(database: Queryable, assets: readonly string[]): Promise<HaltedOrders> {
  return database.one<HaltedOrders>(sql`
    select count(*)::int as orders, coalesce(sum(euro_cents), 0) as euro_cents,
      (select min(w.until) from (${PENDING_WORK}) w where w.clock = 'sending' and w."orderId" = any (array_agg(o.id))) as until
    from orders o where status = 'converted' and receive_asset = any (${[...assets]}::text[])`);
}

/** Returns when the last comparison ended, by the machine's clock, and the id of the oldest run that has not ended, if any. */
export async function readRunState(
  database: Queryable,
): Promise<{ readonly endedAt: Date | null; readonly open: number | null }> {
  return database.one(sql`
    select (select max(finished_at) from reconciliation_runs) as ended_at,
      (select min(id) from reconciliation_runs where finished_at is null) as open`);
}

export type UnbookedTransaction = {
  readonly transactionId: string;
  readonly orderNos: readonly string[];
  readonly foundAt: Date;
  /** True if the transaction cancels the payouts of these orders instead of paying them. */
  readonly cancels: boolean;
};

/**
 * Returns the newest transactions that were found on an external account's chain and are not booked: their payout is not
 * confirmed, or has not ended if the transaction cancels it.
 */
export async function listUnbookedTransactions(
  database: Queryable,
  place: string,
  most: number,
): Promise<readonly UnbookedTransaction[]> {
  return database.many<UnbookedTransaction>(sql`
    select transaction_id, order_nos, found_at, f.cancels from found_transactions f
    where 'chain:' || network = ${place} and order_nos is not null and not exists (
      select 1 from payouts p where p.transaction_id = f.transaction_id and (p.status in ('confirmed', 'final')
        or f.cancels and p.status in ('reverted', 'abandoned')))
    order by found_at desc limit ${most}`);
}
