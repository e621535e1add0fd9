import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Returns the buyer's last login before the order; undefined if it is no longer stored. */
export async function findLastLoginBefore(
  database: Queryable,
  buyerId: string,
  orderedAt: Date,
): Promise<Date | undefined> {
  const row = await database.maybeOne<{ at: Date }>(sql`
    select created_at as at from sessions where buyer_id = ${buyerId} and created_at <= ${orderedAt}
    order by created_at desc limit 1`);
  return row?.at;
}

export type VerifiedIdentity = { readonly provider: string; readonly acceptedAt: Date };

/**
 * Returns the last document check that the buyer had passed by that time, or else the first one after it; undefined if there
 * is none.
 */
export async function findVerifiedIdentity(
  database: Queryable,
  buyerId: string,
  at: Date,
): Promise<VerifiedIdentity | undefined> {
  return database.maybeOne<VerifiedIdentity>(sql`
    select provider, accepted_at from (
      select provider, status, accepted_at from identity_checks where buyer_id = ${buyerId}
      union all
      select provider, status, accepted_at from replaced_identity_checks where buyer_id = ${buyerId}
    ) checks
    where status = 'accepted' and accepted_at is not null
    order by accepted_at > ${at}, abs(extract(epoch from accepted_at - ${at})) limit 1`);
}

/** Returns when the buyer was emailed about the order's state; undefined if no sent email is stored. */
export async function findMailSentTime(
  database: Queryable,
  orderNo: string,
  status: string,
): Promise<Date | undefined> {
  const row = await database.maybeOne<{ at: Date }>(
    sql`select sent_at as at from mail_outbox where id = ${`${orderNo}:${status}`} and sent_at is not null`,
  );
  return row?.at;
}

/** Returns when the buyer was first sent to a 3-D Secure page; undefined if the bank did not require one. */
export async function findAuthenticationRequestTime(database: Queryable, orderId: number): Promise<Date | undefined> {
  const row = await database.maybeOne<{ at: Date }>(sql`
    select at from order_events where order_id = ${orderId} and kind = 'payment_action_required' order by sequence limit 1`);
  return row?.at;
}
