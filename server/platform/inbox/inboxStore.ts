import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../database/database.ts';

export type InboxMessage = {
  readonly id: number;
  readonly provider: string;
  readonly kind: string;
  readonly subjectId: string;
  /** The provider's id and access token of the order, if the message has them. */
  readonly providerOrderId: string | null;
  readonly accessToken: string | null;
};

/** Stores a verified message unchanged and returns its id; undefined if it was delivered before. */
export async function insertInboxMessage(
  transaction: Transaction,
  message: {
    readonly provider: string;
    readonly eventId: string;
    readonly kind: string;
    readonly subjectId: string;
    readonly rawBody: Buffer;
    readonly providerOrderId?: string;
    readonly accessToken?: string;
  },
): Promise<number | undefined> {
  const row = await transaction.maybeOne<{ id: number }>(sql`
    insert into webhook_inbox (provider, event_id, kind, subject_id, raw_body, body_hash, provider_order_id, access_token, received_at)
    values (${message.provider}, ${message.eventId}, ${message.kind}, ${message.subjectId}, ${message.rawBody},
      sha256(${message.rawBody}::bytea),
      ${message.providerOrderId ?? null}, ${message.accessToken ?? null}, slipway_now())
    on conflict (provider, event_id) do nothing returning id`);
  return row?.id;
}

export async function findUnhandledMessage(database: Queryable, id: number): Promise<InboxMessage | undefined> {
  return database.maybeOne<InboxMessage>(
    sql`select id, provider, kind, subject_id, provider_order_id,
      access_token from webhook_inbox where id = ${id} and handled_at is null`,
  );
}

export async function markMessageHandled(database: Queryable, id: number): Promise<void> {
  await database.run(sql`update webhook_inbox set handled_at = slipway_now() where id = ${id}`);
}

/** Returns the ids of messages that were not handled for that long: their job may be lost. */
export async function listUnhandledMessages(
  database: Queryable,
  olderThanSeconds: number,
  limit: number,
): Promise<number[]> {
  const rows = await database.many<{ id: number }>(sql`
    select id from webhook_inbox
    where handled_at is null and received_at < slipway_now() - ${olderThanSeconds} * interval '1 second'
    order by id limit ${limit}`);
  return rows.map((row) => row.id);
}

const KEPT_DAYS = 30;

/**
 * Erases the content and access tokens of messages some time after they were handled: the provider can be queried again. Ids,
 * which identify repeats, and hashes stay. Run periodically by the worker.
 */
export async function eraseInboxBodies(database: Queryable): Promise<void> {
  await database.run(sql`
    update webhook_inbox set raw_body = null, access_token = null
    where raw_body is not null and handled_at < (select slipway_now()) - ${KEPT_DAYS} * interval '1 day'`);
}
