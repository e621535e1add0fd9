import type { WebhookType } from '@slipway/contract/webhookEvents.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Database, Transaction } from '../platform/database/database.ts';

/** Something that a partner is told of. */
export type NewPartnerEvent = {
  /** The same at every try and every replay. */
  readonly id: string;
  readonly partnerId: string;
  /** Null: a test. */
  readonly orderId: number | null;
  /** Events of a lane are delivered by their sequence. */
  readonly lane: string;
  readonly sequence: number;
  readonly type: WebhookType;
  /** The bytes that are signed and sent. */
  readonly body: string;
};

/** In the transaction of what it tells. It is queued where the partner has an endpoint, and is kept for a replay otherwise. */
export async function insertPartnerEvent(transaction: Transaction, event: NewPartnerEvent): Promise<void> {
  // The lane's row is locked by the update that changes nothing: whoever ends the lane sees this event, or is waited for.
  await transaction.run(sql`
    with event as (
      insert into partner_events (id, partner_id, order_id, lane, sequence, type, body, created_at, delivery)
      values (${event.id}, ${event.partnerId}, ${event.orderId}, ${event.lane}, ${event.sequence}, ${event.type},
        ${event.body}, slipway_now(),
        case when exists (select 1 from partner_endpoints where partner_id = ${event.partnerId})
          then 'waiting' else 'unaddressed' end)
      returning lane, partner_id, created_at, delivery
    )
    insert into partner_lanes (lane, partner_id, due_at)
    select lane, partner_id, created_at from event where delivery = 'waiting'
    on conflict (lane) do update set partner_id = excluded.partner_id`);
}

const NUMBERED_AT_ONCE = 1_000;

/**
 * Gives committed events their positions, a batch of them. Only one process does it at a time, and its positions are seen
 * before the next one begins: whatever order transactions commit in, a reader that goes on from a position misses nothing.
 * Answers how many were numbered.
 */
export async function numberPartnerEvents(database: Database): Promise<number> {
  // Asked four times a second, most of them for nothing.
  const { isAny } = await database.one<{ isAny: boolean }>(sql`
    select exists (select from partner_events where position is null and order_id is not null) as "isAny"`);
  if (!isAny) return 0;
  return database.transaction(async (transaction) => {
    await transaction.lock(sql`select pg_advisory_xact_lock(hashtextextended('partner event positions', 0))`);
    return transaction.run(sql`
      update partner_events e set position = numbered.position
      from (
        select entry, nextval('partner_event_positions') as position from (
          select entry from partner_events where position is null and order_id is not null
          order by entry limit ${NUMBERED_AT_ONCE}
        ) as fresh
      ) as numbered
      where e.entry = numbered.entry`);
  });
}

const KEPT_DAYS = 30;

/** Events, their deliveries and secrets that nobody needs any longer. For a worker to repeat. */
export async function forgetOldPartnerEvents(database: Database): Promise<void> {
  const before = sql`(select slipway_now()) - ${KEPT_DAYS}::int * interval '1 day'`;
  await database.run(sql`delete from partner_deliveries where at < ${before}`);
  await database.run(sql`delete from partner_events where created_at < ${before} and order_id is null`);
  await forgetPositions(database, before);
  await database.run(
    sql`update partner_events set delivery = 'given_up' where created_at < ${before} and delivery = 'waiting'`,
  );
  await database.run(sql`delete from partner_secrets where retires_at <= slipway_now()`);
  await database.transaction(async (transaction) => {
    // Locked first: an event that comes meanwhile waits for this, or is seen by the second statement.
    const lanes = await transaction.many<{ lane: string }>(
      sql`select lane from partner_lanes where due_at < ${before} for update skip locked`,
    );
    await transaction.run(sql`
      delete from partner_lanes l where lane = any(${lanes.map(({ lane }) => lane)}) and not exists (
        select 1 from partner_events e where e.lane = l.lane and e.delivery = 'waiting')`);
  });
}

/**
 * A partner's events go in the order of their positions, whichever of them is older, and the last of the old ones stays: a
 * reader whose cursor is still there has missed nothing. What has no position yet stays too.
 */
async function forgetPositions(database: Database, before: Sql): Promise<void> {
  await database.run(sql`
    with last as (
      select old.partner_id, (
        select max(position) from partner_events where partner_id = old.partner_id and position < coalesce(
          (select position from partner_events
            where partner_id = old.partner_id and created_at >= ${before} and position is not null
            order by position limit 1),
          9223372036854775807)
      ) as position
      from (select distinct partner_id from partner_events where created_at < ${before}) as old
    )
    delete from partner_events e using last
    where e.partner_id = last.partner_id and e.position < last.position`);
}
