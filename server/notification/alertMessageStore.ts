import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { AlertSummary } from './alertMessage.ts';
import { wakingKinds } from './duty/wakingKinds.ts';

/** Alerts of a kind are collected for this long, so that a thousand at once become one message. */
const GATHERED_SECONDS = 10;
/** Minimum time between two messages of one kind. */
const QUIET_SECONDS = 600;

/** Takes the lock by which one worker at a time composes messages. Returns false if another worker holds it. */
export async function tryLockAlertMessages(transaction: Transaction): Promise<boolean> {
  const { taken } = await transaction.one<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('alert messages', 0)) as taken`,
  );
  return taken;
}

/** Returns the kinds with alerts that are due for a first notification, except waking kinds, which sendWakingAlerts.ts sends. */
export async function findDueAlertKinds(transaction: Transaction): Promise<string[]> {
  const rows = await transaction.many<{ kind: string }>(sql`
    select kind from operator_alerts a where notification_count = 0 and settled_at is null
      and kind <> all (${Object.keys(wakingKinds)})
    group by kind
    having min(created_at) <= slipway_now() - ${GATHERED_SECONDS}::int * interval '1 second'
      and not exists (
        select 1 from alert_messages m
        where m.kind = a.kind and m.created_at > clock_timestamp() - ${QUIET_SECONDS}::int * interval '1 second')
    order by kind`);
  return rows.map(({ kind }) => kind);
}

/**
 * Marks the open alerts of a kind as notified and returns them, oldest first: new ones, and older ones with the number of
 * occurrences since their last notification.
 */
export async function takeUnnotifiedAlerts(transaction: Transaction, kind: string): Promise<AlertSummary[]> {
  return transaction.many<AlertSummary>(sql`
    with taken as (
      select id, order_id, created_at, times - notification_count as times from operator_alerts
      where kind = ${kind} and times > notification_count and settled_at is null for update
    ), marked as (
      update operator_alerts a set notification_count = a.times from taken where a.id = taken.id
    )
    select taken.id, o.order_no, taken.created_at as at, taken.times
    from taken left join orders o on o.id = taken.order_id order by taken.id`);
}

export type StoredAlertMessage = { readonly id: string; readonly kind: string; readonly body: string };

export async function saveAlertMessage(
  transaction: Transaction,
  { id, kind, body }: StoredAlertMessage,
  hasWebhook: boolean,
): Promise<void> {
  await transaction.run(sql`
    insert into alert_messages (id, kind, body, created_at, webhook_due_at)
    values (${id}, ${kind}, ${body}, clock_timestamp(), case when ${hasWebhook} then clock_timestamp() end)`);
}

const BATCH = 10;
/** If a worker dies while posting, another one takes the message after this. */
const LEASE_SECONDS = 60;

export type DueAlertMessage = StoredAlertMessage & { readonly tries: number };

/** Leases messages that are due for the webhook, each to one worker, and counts the try. */
export async function takeDueAlertMessages(database: Queryable): Promise<DueAlertMessage[]> {
  return database.many<DueAlertMessage>(sql`
    update alert_messages set webhook_due_at = clock_timestamp() + ${LEASE_SECONDS}::int * interval '1 second',
      webhook_tries = webhook_tries + 1
    where id in (
      select id from alert_messages where webhook_due_at <= clock_timestamp()
      order by webhook_due_at limit ${BATCH} for update skip locked
    ) returning id, kind, body, webhook_tries as tries`);
}

/** Stores the answer of the alert webhook's receiver. `againInSeconds`: null ends the retries. */
export async function saveWebhookAnswer(
  database: Queryable,
  id: string,
  {
    answer,
    isAccepted,
    againInSeconds,
  }: { readonly answer: string; readonly isAccepted: boolean; readonly againInSeconds: number | null },
): Promise<void> {
  await database.run(sql`
    update alert_messages set webhook_answer = ${answer},
      webhook_sent_at = case when ${isAccepted} then clock_timestamp() end,
      webhook_due_at = clock_timestamp() + ${againInSeconds}::int * interval '1 second'
    where id = ${id}`);
}

const KEPT_DAYS = 90;

/**
 * Erases the bodies and the receiver's answers of old messages that are no longer retried; the record of the notification
 * stays. Run periodically by the worker.
 */
export async function eraseOldAlertMessages(database: Queryable): Promise<void> {
  await database.run(sql`
    update alert_messages set body = '', webhook_answer = null
    where webhook_due_at is null and body <> '' and created_at < clock_timestamp() - ${KEPT_DAYS} * interval '1 day'`);
}
