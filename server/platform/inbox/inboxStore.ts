import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../database/database.ts';

export type InboxMessage = {
  readonly id: number;
  readonly provider: string;
  readonly kind: string;
  readonly subjectId: string;
  /** What the provider calls it, and what opens it there, where the message says so. */
  readonly providerOrderId: string | null;
  readonly accessToken: string | null;
};

/** Keeps a verified message as it came. Undefined when it was delivered before. */
export async function insertMessage(
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

export async function findMessage(database: Queryable, id: number): Promise<InboxMessage | undefined> {
  return database.maybeOne<InboxMessage>(
    sql`select id, provider, kind, subject_id as "subjectId", provider_order_id as "providerOrderId",
      access_token as "accessToken" from webhook_inbox where id = ${id} and handled_at is null`,
  );
}

export async function markHandled(database: Queryable, id: number): Promise<void> {
  await database.run(sql`update webhook_inbox set handled_at = slipway_now() where id = ${id}`);
}

/** Messages whose job was lost. */
export async function unhandledMessages(
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
 * Forgets what messages said, and what opened things at their provider, some time after they were read: the provider can
 * be asked again. Their ids stay, by which one that comes again is known, and the hash of what came. For a worker to repeat.
 */
export async function forgetBodies(database: Queryable): Promise<void> {
  await database.run(sql`
    update webhook_inbox set raw_body = null, access_token = null
    where raw_body is not null and handled_at < (select slipway_now()) - ${KEPT_DAYS} * interval '1 day'`);
}
