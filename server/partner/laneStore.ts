import sql from 'sql-template-tag';
import type { Database, Queryable, Transaction } from '../platform/database/database.ts';

/** A worker that dies leaves its lanes to others after this; longer than one try takes. */
const LEASE_SECONDS = 30;
/** Of one partner, all workers together: a slow one holds up nobody else. */
const MOST_AT_ONCE = 10;

/** The right to deliver what waits in a lane, until it runs out. */
export type Lease = { readonly lane: string; readonly partnerId: string; readonly lease: string };

/** The first event that waits in a lane. */
export type WaitingEvent = {
  readonly entry: number;
  readonly id: string;
  readonly body: string;
  /** Tries before this one. */
  readonly tries: number;
};

/** Partners of whom something is due that nobody has in hand. */
export async function duePartners(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ partnerId: string }>(sql`
    select e.partner_id as "partnerId" from partner_endpoints e
    where e.off_reason is null and (e.slowed_until is null or e.slowed_until <= slipway_now()) and exists (
      select 1 from partner_lanes l where l.partner_id = e.partner_id and l.due_at <= slipway_now()
        and (l.leased_until is null or l.leased_until <= clock_timestamp()))`);
  return rows.map(({ partnerId }) => partnerId);
}

/** Takes lanes that are due, the longest first; one alone of an endpoint that has asked for less. */
export async function takeLanes(database: Database, partnerId: string, lease: string): Promise<Lease[]> {
  return database.transaction(async (transaction) => {
    // One worker at a time counts what is in hand.
    const endpoint = await transaction.maybeOne<{ most: number }>(sql`
      select case when slowed_times > 0 then 1 else ${MOST_AT_ONCE}::int end as most from partner_endpoints
      where partner_id = ${partnerId} and off_reason is null and (slowed_until is null or slowed_until <= slipway_now())
      for update`);
    if (!endpoint) return [];
    return transaction.many<Lease>(sql`
      update partner_lanes set lease = ${lease}, leased_until = ${leaseEnd}
      where lane in (
        select lane from partner_lanes
        where partner_id = ${partnerId} and due_at <= slipway_now()
          and (leased_until is null or leased_until <= clock_timestamp())
        order by due_at
        limit (select greatest(0, ${endpoint.most}::int - count(*)) from partner_lanes
          where partner_id = ${partnerId} and leased_until > clock_timestamp())
        for update skip locked
      ) returning lane, partner_id as "partnerId", lease`);
  });
}

const leaseEnd = sql`clock_timestamp() + ${LEASE_SECONDS}::int * interval '1 second'`;

/** Whether the lane is still this worker's; it is locked until the transaction ends, and its time begins anew. */
export async function keepLease(transaction: Transaction, { lane, lease }: Lease): Promise<boolean> {
  const kept = await transaction.run(sql`
    update partner_lanes set leased_until = ${leaseEnd} where lane = ${lane} and lease = ${lease}`);
  return kept > 0;
}

/** What is to be delivered next in a lane that is held; a lane in which nothing waits is over, and goes. */
export async function nextEvent(transaction: Transaction, { lane }: Lease): Promise<WaitingEvent | undefined> {
  const event = await transaction.maybeOne<WaitingEvent>(sql`
    select e.entry, e.id, e.body, l.tries from partner_events e join partner_lanes l using (lane)
    where e.lane = ${lane} and e.delivery = 'waiting' order by e.sequence limit 1`);
  if (!event) await transaction.run(sql`delete from partner_lanes where lane = ${lane}`);
  return event;
}

/** Ends an event; the next one of its lane begins with its first try. */
export async function endEvent(
  transaction: Transaction,
  { lane }: Lease,
  entry: number,
  delivery: 'taken' | 'given_up',
): Promise<void> {
  await transaction.run(sql`update partner_events set delivery = ${delivery} where entry = ${entry}`);
  await transaction.run(sql`update partner_lanes set tries = 0, due_at = slipway_now() where lane = ${lane}`);
}

/** Lets a lane go until its next try. */
export async function putOff(
  transaction: Transaction,
  { lane }: Lease,
  { tries, seconds }: { readonly tries: number; readonly seconds: number },
): Promise<void> {
  await transaction.run(sql`
    update partner_lanes set tries = ${tries}, lease = null, leased_until = null,
      due_at = slipway_now() + ${seconds}::double precision * interval '1 second'
    where lane = ${lane}`);
}
