import sql from 'sql-template-tag';
import type { Database, Queryable, Transaction } from '../platform/database/database.ts';

/** After this time other workers take over the event sequences of a worker that died; longer than one try takes. */
const LEASE_SECONDS = 30;
/** Concurrent deliveries per partner over all workers, so that a slow partner does not delay others. */
const MAX_CONCURRENT_DELIVERIES = 10;

/** The right to deliver the waiting events of one event sequence (the events of one order) until it expires. */
export type DeliveryLease = { readonly lane: string; readonly partnerId: string; readonly lease: string };

/** The first waiting event of an event sequence. */
export type WaitingEvent = {
  readonly entry: number;
  readonly id: string;
  readonly body: string;
  /** Tries before this one. */
  readonly tries: number;
};

/** Returns the partners with due events that no worker has leased, if their endpoint is on and not paused. */
export async function listDuePartners(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ partnerId: string }>(sql`
    select e.partner_id from partner_endpoints e
    where e.disabled_reason is null and (e.backoff_until is null or e.backoff_until <= slipway_now()) and exists (
      select 1 from partner_lanes l where l.partner_id = e.partner_id and l.due_at <= slipway_now()
        and (l.leased_until is null or l.leased_until <= clock_timestamp()))`);
  return rows.map(({ partnerId }) => partnerId);
}

/** Leases due event sequences, the longest due first; at most one of an endpoint that is slowed down. */
export async function leaseDueSequences(
  database: Database,
  partnerId: string,
  lease: string,
): Promise<DeliveryLease[]> {
  return database.transaction(async (transaction) => {
    // Locks the endpoint so that only one worker at a time counts the active leases.
    const endpoint = await transaction.maybeOne<{ most: number }>(sql`
      select case when backoff_count > 0 then 1 else ${MAX_CONCURRENT_DELIVERIES}::int end as most from partner_endpoints
      where partner_id = ${partnerId} and disabled_reason is null and (backoff_until is null or backoff_until <= slipway_now())
      for update`);
    if (!endpoint) return [];
    return transaction.many<DeliveryLease>(sql`
      update partner_lanes set lease = ${lease}, leased_until = ${leaseEnd}
      where lane in (
        select lane from partner_lanes
        where partner_id = ${partnerId} and due_at <= slipway_now()
          and (leased_until is null or leased_until <= clock_timestamp())
        order by due_at
        limit (select greatest(0, ${endpoint.most}::int - count(*)) from partner_lanes
          where partner_id = ${partnerId} and leased_until > clock_timestamp())
        for update skip locked
      ) returning lane, partner_id, lease`);
  });
}

const leaseEnd = sql`clock_timestamp() + ${LEASE_SECONDS}::int * interval '1 second'`;

/** Renews the lease and locks its row until the transaction ends. Returns false if this worker has lost it. */
export async function renewLease(transaction: Transaction, { lane, lease }: DeliveryLease): Promise<boolean> {
  const renewed = await transaction.run(sql`
    update partner_lanes set leased_until = ${leaseEnd} where lane = ${lane} and lease = ${lease}`);
  return renewed > 0;
}

/** Returns the next event of a leased event sequence; deletes the sequence if none of its events waits. */
export async function findNextEvent(
  transaction: Transaction,
  { lane }: DeliveryLease,
): Promise<WaitingEvent | undefined> {
  const event = await transaction.maybeOne<WaitingEvent>(sql`
    select e.entry, e.id, e.body, l.tries from partner_events e join partner_lanes l using (lane)
    where e.lane = ${lane} and e.delivery = 'waiting' order by e.sequence limit 1`);
  if (!event) await transaction.run(sql`delete from partner_lanes where lane = ${lane}`);
  return event;
}

/** Marks an event as delivered or given up, and resets the tries for the next one of its event sequence. */
export async function finishEvent(
  transaction: Transaction,
  { lane }: DeliveryLease,
  entry: number,
  delivery: 'taken' | 'given_up',
): Promise<void> {
  await transaction.run(sql`update partner_events set delivery = ${delivery} where entry = ${entry}`);
  await transaction.run(sql`update partner_lanes set tries = 0, due_at = slipway_now() where lane = ${lane}`);
}

/** Releases an event sequence until its next try. */
export async function releaseUntilRetry(
  transaction: Transaction,
  { lane }: DeliveryLease,
  { tries, seconds }: { readonly tries: number; readonly seconds: number },
): Promise<void> {
  await transaction.run(sql`
    update partner_lanes set tries = ${tries}, lease = null, leased_until = null,
      due_at = slipway_now() + ${seconds}::double precision * interval '1 second'
    where lane = ${lane}`);
}
