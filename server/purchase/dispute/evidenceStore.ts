import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** When the buyer logged in last before they ordered; undefined where that is not kept any more. */
export async function loginBefore(database: Queryable, buyerId: string, orderedAt: Date): Promise<Date | undefined> {
  const row = await database.maybeOne<{ at: Date }>(sql`
    select created_at as at from sessions where buyer_id = ${buyerId} and created_at <= ${orderedAt}
    order by created_at desc limit 1`);
  return row?.at;
}

export type VerifiedIdentity = { readonly provider: string; readonly acceptedAt: Date };

/** The document check that the buyer has passed. */
export async function verifiedIdentity(database: Queryable, buyerId: string): Promise<VerifiedIdentity | undefined> {
  return database.maybeOne<VerifiedIdentity>(sql`
    select provider, accepted_at as "acceptedAt" from identity_checks
    where buyer_id = ${buyerId} and status = 'accepted' and accepted_at is not null`);
}

/** When the buyer was written to about the order's state; undefined where the letter is not kept any more. */
export async function letterSentAt(database: Queryable, orderNo: string, status: string): Promise<Date | undefined> {
  const row = await database.maybeOne<{ at: Date }>(
    sql`select sent_at as at from mail_outbox where id = ${`${orderNo}:${status}`} and sent_at is not null`,
  );
  return row?.at;
}

/** When the buyer's 3-D Secure page was asked for, of the payment; undefined where the bank did not ask for one. */
export async function authenticationAskedAt(database: Queryable, orderId: number): Promise<Date | undefined> {
  const row = await database.maybeOne<{ at: Date }>(sql`
    select at from order_events where order_id = ${orderId} and kind = 'payment_action_required' order by sequence limit 1`);
  return row?.at;
}
