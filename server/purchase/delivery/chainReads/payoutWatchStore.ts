import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { ChainTip, UnsignedPayout } from '../../../providers/chain/chainPort.ts';

/** A sent payout that is not final, with the id of its form that was seen last. */
export type WatchedPayout = {
  readonly id: string;
  readonly orderId: number;
  readonly transactionId: string;
  /** As of the last check; 0 if no block had it. */
  readonly confirmations: number;
  readonly orderStatus: OrderStatus;
  readonly euroCents: bigint;
  readonly unsigned: UnsignedPayout;
  readonly bytes: string;
  /** Since the form was signed. */
  readonly waitedMs: number;
};

/** Returns the CAIP-2 ids of networks with payouts in progress. */
export async function listNetworksWithPayouts(database: Queryable): Promise<readonly string[]> {
  const rows = await database.many<{ network: string }>(sql`
    select distinct network from payouts where status in ('signed', 'broadcast', 'confirmed')`);
  return rows.map(({ network }) => network);
}

/**
 * Records a new tip. Returns undefined unless the tip differs from the last one seen by any worker; of several workers
 * that see it at once, only one gets a result.
 */
export async function recordNewTip(
  database: Queryable,
  network: string,
  { newest, final }: ChainTip,
): Promise<{ readonly isFinalNew: boolean } | undefined> {
  return database.maybeOne<{ isFinalNew: boolean }>(sql`
    with before as (select final from chain_tips where network = ${network}), taken as (
      insert into chain_tips (network, newest, final, seen_at)
      values (${network}, ${newest}, ${final}, clock_timestamp())
      on conflict (network) do update set newest = excluded.newest, final = excluded.final, seen_at = excluded.seen_at
      where (chain_tips.newest, chain_tips.final) is distinct from (excluded.newest, excluded.final)
      returning final)
    select (select before.final from before) is distinct from taken.final as is_final_new from taken`);
}

/**
 * Returns the payouts to check on a new block: sent ones that are not delivered, and delivered ones that may be final now.
 * The query also names all three statuses, so that PostgreSQL can use the partial index.
 */
export async function listWatchedPayouts(
  database: Queryable,
  network: string,
  { isFinalNew }: { readonly isFinalNew: boolean },
): Promise<readonly WatchedPayout[]> {
  const statuses = isFinalNew ? ['broadcast', 'confirmed'] : ['broadcast'];
  return database.many<WatchedPayout>(sql`
    select p.id, p.order_id, p.transaction_id, p.confirmations,
      o.status as order_status, o.euro_cents, v.unsigned, v.bytes,
      (extract(epoch from slipway_now() - v.created_at) * 1000)::double precision as waited_ms
    from payouts p
    join orders o on o.id = p.order_id
    join payout_variants v on v.payout_id = p.batch_id and v.transaction_id = p.transaction_id
    where p.network = ${network} and p.status = any(${statuses}) and p.status in ('signed', 'broadcast', 'confirmed')`);
}

/**
 * Stores the current confirmations of payouts, for display. Rows locked by a concurrent step are skipped, so that this
 * never waits for an order's lock.
 */
export async function updateConfirmations(
  database: Database,
  counted: readonly (Pick<WatchedPayout, 'id' | 'transactionId'> & { readonly confirmations: number })[],
): Promise<void> {
  if (counted.length === 0) return;
  const ids = counted.map(({ id }) => id);
  const transactionIds = counted.map(({ transactionId }) => transactionId);
  const confirmations = counted.map((each) => each.confirmations);
  await database.run(sql`
    update payouts p set confirmations = free.confirmations from (
      select q.id, c.confirmations from payouts q
      join unnest(${ids}::text[], ${transactionIds}::text[], ${confirmations}::integer[]) c (id, transaction_id, confirmations)
        on c.id = q.id and c.transaction_id = q.transaction_id
      where q.status in ('broadcast', 'confirmed')
      for no key update of q skip locked) free
    where p.id = free.id`);
}
