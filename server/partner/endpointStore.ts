import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** Where a partner's events go, beside the address, which is a row of the configuration. */
export type Endpoint = {
  /** Null: it is on. */
  readonly offReason: string | null;
  readonly slowedUntil: Date | null;
};

/** Undefined until the partner has a secret. */
export async function findEndpoint(database: Queryable, partnerId: string): Promise<Endpoint | undefined> {
  return database.maybeOne<Endpoint>(sql`
    select off_reason as "offReason", slowed_until as "slowedUntil" from partner_endpoints
    where partner_id = ${partnerId}`);
}

/** True when it was off. What has waited goes out. */
export async function switchEndpointOn(transaction: Transaction, partnerId: string): Promise<boolean> {
  const changed = await transaction.run(sql`
    update partner_endpoints set off_reason = null, slowed_until = null, slowed_times = 0
    where partner_id = ${partnerId} and off_reason is not null`);
  return changed > 0;
}

/** True when it was on. */
export async function switchEndpointOff(transaction: Transaction, partnerId: string, reason: string): Promise<boolean> {
  const changed = await transaction.run(sql`
    update partner_endpoints set off_reason = ${reason} where partner_id = ${partnerId} and off_reason is null`);
  return changed > 0;
}

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 300;

/**
 * Nothing goes to it for a while: as long as it says, else twice as long each time. What was under way when it began to rest
 * adds nothing but what it asks for.
 */
export async function slowEndpoint(
  transaction: Transaction,
  partnerId: string,
  askedSeconds: number | null,
): Promise<void> {
  await transaction.run(sql`
    update partner_endpoints set slowed_times = slowed_times + (case when slowed_until > slipway_now() then 0 else 1 end),
      slowed_until = greatest(slowed_until, slipway_now() + interval '1 second' * case
        when ${askedSeconds}::int is not null then ${askedSeconds}::int
        when slowed_until > slipway_now() then 0
        else least(${LONGEST_PAUSE_SECONDS}::int, ${FIRST_PAUSE_SECONDS}::int * 2 ^ least(slowed_times, 10)) end)
    where partner_id = ${partnerId}`);
}

/** It takes again. */
export async function quickenEndpoint(transaction: Transaction, partnerId: string): Promise<void> {
  await transaction.run(sql`
    update partner_endpoints set slowed_times = 0, slowed_until = null
    where partner_id = ${partnerId} and slowed_times > 0`);
}
