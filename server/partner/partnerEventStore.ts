import type { WebhookType } from '@slipway/contract/webhookEvents.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Database, Transaction } from '../platform/database/database.ts';

/** An event to be sent to a partner. */
export type NewPartnerEvent = {
  /** Stays the same for every try and every replay. */
  readonly id: string;
  readonly partnerId: string;
  /** Null for a test event. */
  readonly orderId: number | null;
  /** The event sequence: events with the same value are delivered in the order of `sequence`. */
  readonly lane: string;
  readonly sequence: number;
  readonly type: WebhookType;
  /** The bytes that are signed and sent. */
  readonly body: string;
};

/**
 * Inserts an event in the transaction of the change that it reports. Queues it if the partner has an endpoint; otherwise it
 * is only stored for a replay.
 */
export async function insertPartnerEvent(transaction: Transaction, event: NewPartnerEvent): Promise<void> {
  // The `do update` changes nothing but locks the row: a transaction that deletes the event sequence sees this event,
  // or is awaited.
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

const POSITIONS_PER_BATCH = 1_000;

/**
 * Assigns positions to a batch of committed events and returns how many. Only one process does so at a time, and its
 * positions are visible before the next one starts: a reader that continues from a position misses no event, regardless of
 * the order in which transactions commit.
 */
export async function assignEventPositions(database: Database): Promise<number> {
  // Runs four times a second, mostly with nothing to do.
  const { isAny } = await database.one<{ isAny: boolean }>(sql`
    select exists (select from partner_events where position is null and order_id is not null) as is_any`);
  if (!isAny) return 0;
  return database.transaction(async (transaction) => {
    await transaction.lock(sql`select pg_advisory_xact_lock(hashtextextended('partner event positions', 0))`);
    return transaction.run(sql`
      update partner_events e set position = numbered.position
      from (
        select entry, nextval('partner_event_positions') as position from (
          select entry from partner_events where position is null and order_id is not null
          order by entry limit ${POSITIONS_PER_BATCH}
        ) as fresh
      ) as numbered
      where e.entry = numbered.entry`);
  });
}

const RETENTION_DAYS = 30;

/**
 * Gives up events that waited too long, and deletes old events and deliveries, retired secrets and event sequences
 * without waiting events. Run periodically by the worker.
 */
export async function deleteOldPartnerEvents(database: Database): Promise<void> {
  const before = sql`(select slipway_now()) - ${RETENTION_DAYS}::int * interval '1 day'`;
  await database.run(sql`delete from partner_deliveries where at < ${before}`);
  await database.run(sql`delete from partner_events where created_at < ${before} and order_id is null`);
  await deletePositionedEvents(database, before);
  await database.run(
    sql`update partner_events set delivery = 'given_up' where created_at < ${before} and delivery = 'waiting'`,
  );
  await database.run(sql`delete from partner_secrets where retires_at <= slipway_now()`);
  await database.transaction(async (transaction) => {
    // Locked first: a concurrent new event waits for this transaction, or the second statement sees it.
    const lanes = await transaction.many<{ lane: string }>(
      sql`select lane from partner_lanes where due_at < ${before} for update skip locked`,
    );
    await transaction.run(sql`
      delete from partner_lanes l where lane = any(${lanes.map(({ lane }) => lane)}) and not exists (
        select 1 from partner_events e where e.lane = l.lane and e.delivery = 'waiting')`);
  });
}

/**
 * Deletes partners' old events in the order of their positions, but keeps the last old one of each partner: a reader whose
 * cursor points to it has missed nothing. Events without a position are kept too.
 */
async function deletePositionedEvents(database: Database, before: Sql): Promise<void> {
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
