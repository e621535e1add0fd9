import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { ChainTip, UnsignedPayout } from '../../providers/chain/chainPort.ts';

/** A payout that was sent and is not final, with the form of it that was seen last. */
export type WatchedPayout = {
  readonly id: string;
  readonly orderId: number;
  readonly transactionId: string;
  /** As of the last look; 0 for one that no block had. */
  readonly confirmations: number;
  readonly orderStatus: OrderStatus;
  readonly euroCents: bigint;
  readonly unsigned: UnsignedPayout;
  readonly bytes: string;
  /** Since the form was signed. */
  readonly waitedMs: number;
};

/** Where payouts are under way, by CAIP-2 id. */
export async function networksUnderWay(database: Queryable): Promise<readonly string[]> {
  const rows = await database.many<{ network: string }>(sql`
    select distinct network from payouts where status in ('signed', 'broadcast', 'confirmed')`);
  return rows.map(({ network }) => network);
}

/** Whether a tip is another one than was seen last, by any worker; of several that see it at once, one is told so. */
export async function takeTip(
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
    select (select before.final from before) is distinct from taken.final as "isFinalNew" from taken`);
}

/**
 * What is looked at for a block: what is not delivered yet, and what is and may be final now. All three statuses are named beside
 * it, since the index is of those.
 */
export async function watchedPayouts(
  database: Queryable,
  network: string,
  { isFinalNew }: { readonly isFinalNew: boolean },
): Promise<readonly WatchedPayout[]> {
  const statuses = isFinalNew ? ['broadcast', 'confirmed'] : ['broadcast'];
  return database.many<WatchedPayout>(sql`
    select p.id, p.order_id as "orderId", p.transaction_id as "transactionId", p.confirmations,
      o.status as "orderStatus", o.euro_cents as "euroCents", v.unsigned, v.bytes,
      (extract(epoch from slipway_now() - v.created_at) * 1000)::double precision as "waitedMs"
    from payouts p
    join orders o on o.id = p.order_id
    join payout_variants v on v.payout_id = p.batch_id and v.transaction_id = p.transaction_id
    where p.network = ${network} and p.status = any(${statuses}) and p.status in ('signed', 'broadcast', 'confirmed')`);
}

/**
 * Writes how deep the payouts lie by now, for whoever looks at them. One that is being concluded at this moment is left to that:
 * nothing waits here for the lock of an order.
 */
export async function countConfirmations(
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
