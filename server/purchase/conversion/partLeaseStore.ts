import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { LONGEST_SENDING_MS } from '../../providers/venue/venuePort.ts';

/**
 * The right to send a part to the venue, or to record that it will not be sent. `until` also identifies the holder: each
 * holder sets a later value, so that the previous holder detects that it has lost the lease.
 */
export type PartLease = { readonly clientOrderId: string; readonly until: string; readonly mayHaveBeenSent: boolean };

/** Twice the time for which a sent order may still be matched, and longer than any request. In real time. */
const LEASE_SECONDS = (2 * LONGEST_SENDING_MS) / 1000;

const UNTIL = sql`clock_timestamp() + ${LEASE_SECONDS}::integer * interval '1 second'`;

/** Acquires the lease of a part. Returns undefined if another process has it, or if the part has ended. */
export async function acquirePartLease(database: Queryable, clientOrderId: string): Promise<PartLease | undefined> {
  return database.maybeOne<PartLease>(sql`
    update conversions c set claimed_until = ${UNTIL}
    from conversions before
    where c.client_order_id = ${clientOrderId} and before.client_order_id = c.client_order_id
      and c.status in ('requested', 'open') and (c.claimed_until is null or c.claimed_until < clock_timestamp())
    returning c.client_order_id, c.claimed_until::text as until,
      before.sends > 0 or before.claimed_until is not null as may_have_been_sent`);
}

/**
 * Renews the lease just before an order is sent, even if it has expired, and counts the send. Returns undefined if
 * another process has taken it over, or if it is a purchase whose order is no longer converting.
 */
export async function renewPartLease(database: Queryable, lease: PartLease): Promise<PartLease | undefined> {
  return database.maybeOne<PartLease>(sql`
    update conversions c set claimed_until = ${UNTIL}, sends = sends + 1
    where c.client_order_id = ${lease.clientOrderId} and c.claimed_until = ${lease.until}::timestamptz
      and c.status in ('requested', 'open')
      and (c.side = 'sell' or exists (select 1 from orders o where o.id = c.order_id and o.status = 'converting'))
    returning c.client_order_id, c.claimed_until::text as until, true as may_have_been_sent`);
}

/** Releases the lease early. Call only if the venue cannot have received an order that was sent under this lease. */
export async function releasePartLease(database: Queryable, { clientOrderId, until }: PartLease): Promise<void> {
  await database.run(sql`
    update conversions set claimed_until = null
    where client_order_id = ${clientOrderId} and claimed_until = ${until}::timestamptz`);
}

/** Returns whether the holder still has the lease; if so, no other process can acquire it before the transaction ends. */
export async function isPartLeaseHeld(transaction: Transaction, { clientOrderId, until }: PartLease): Promise<boolean> {
  const row = await transaction.maybeOne(sql`
    select 1 from conversions where client_order_id = ${clientOrderId} and claimed_until = ${until}::timestamptz
    for update`);
  return row !== undefined;
}
