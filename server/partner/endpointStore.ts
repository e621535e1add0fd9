import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** State of a partner's webhook endpoint. The address is in the configuration row. */
export type Endpoint = {
  /** Null: the endpoint is on. */
  readonly offReason: string | null;
  readonly slowedUntil: Date | null;
};

/** Returns the endpoint; undefined until the partner has a secret. */
export async function findEndpoint(database: Queryable, partnerId: string): Promise<Endpoint | undefined> {
  return database.maybeOne<Endpoint>(sql`
    select disabled_reason as off_reason, backoff_until as slowed_until from partner_endpoints
    where partner_id = ${partnerId}`);
}

/** Switches the endpoint on, so that waiting events are delivered. Returns true if it was off. */
export async function switchEndpointOn(transaction: Transaction, partnerId: string): Promise<boolean> {
  const changed = await transaction.run(sql`
    update partner_endpoints set disabled_reason = null, backoff_until = null, backoff_count = 0
    where partner_id = ${partnerId} and disabled_reason is not null`);
  return changed > 0;
}

/** Switches the endpoint off. Returns true if it was on. */
export async function switchEndpointOff(transaction: Transaction, partnerId: string, reason: string): Promise<boolean> {
  const changed = await transaction.run(sql`
    update partner_endpoints set disabled_reason = ${reason} where partner_id = ${partnerId} and disabled_reason is null`);
  return changed > 0;
}

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 300;

/**
 * Pauses all deliveries to an endpoint: for as long as it requested, otherwise for five seconds, and twice as long each time,
 * at most five minutes. A delivery that was already under way when the pause began extends it only by what its answer requests.
 */
export async function slowDownEndpoint(
  transaction: Transaction,
  partnerId: string,
  retryAfterSeconds: number | null,
): Promise<void> {
  await transaction.run(sql`
    update partner_endpoints set backoff_count = backoff_count + (case when backoff_until > slipway_now() then 0 else 1 end),
      backoff_until = greatest(backoff_until, slipway_now() + interval '1 second' * case
        when ${retryAfterSeconds}::int is not null then ${retryAfterSeconds}::int
        when backoff_until > slipway_now() then 0
        else least(${LONGEST_PAUSE_SECONDS}::int, ${FIRST_PAUSE_SECONDS}::int * 2 ^ least(backoff_count, 10)) end)
    where partner_id = ${partnerId}`);
}

/** Ends the slowdown after the endpoint accepted an event. */
export async function endEndpointSlowdown(transaction: Transaction, partnerId: string): Promise<void> {
  await transaction.run(sql`
    update partner_endpoints set backoff_count = 0, backoff_until = null
    where partner_id = ${partnerId} and backoff_count > 0`);
}
