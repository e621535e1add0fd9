import sql from 'sql-template-tag';
import { MAX_ALERT_RECIPIENTS } from '../../platform/config/environment.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { AlertSummary } from '../alertMessage.ts';

type Facts = Readonly<Record<string, unknown>>;

/** An alert without a watch. */
export type UnwatchedAlert = { readonly id: number; readonly kind: string; readonly facts: Facts };

const BATCH = 500;

/** Initial state: unassigned, not acknowledged, not snoozed. */
const UNASSIGNED = sql`holder = null, seen_at = null, seen_times = null, known_facts = null, quiet_until = null`;
const NEW_ROUND = sql`round = round + 1, handed_to = null, ${UNASSIGNED}`;

export async function readWatchTime(database: Queryable): Promise<Date> {
  const { now } = await database.one<{ now: Date }>(sql`select slipway_now() as now`);
  return now;
}

/** Returns open alerts of these kinds that have no watch, oldest first. */
export async function findUnwatchedAlerts(database: Queryable, kinds: readonly string[]): Promise<UnwatchedAlert[]> {
  return database.many<UnwatchedAlert>(sql`
    select id, kind, facts from operator_alerts a
    where settled_at is null and kind = any (${[...kinds]})
      and not exists (select 1 from alert_watches w where w.alert_id = a.id)
    order by id limit ${BATCH}`);
}

/** Returns true if an open alert is acknowledged or due for notification. */
export async function hasWatchedAlerts(database: Queryable): Promise<boolean> {
  const { watched } = await database.one<{ watched: boolean }>(sql`
    select exists (
      select 1 from operator_alerts a join alert_watches w on w.alert_id = a.id
      where a.settled_at is null and (w.holder is not null or w.due_at is not null)) as watched`);
  return watched;
}

/** An acknowledged alert. */
export type AcknowledgedAlert = UnwatchedAlert & { readonly holder: string; readonly seenAt: Date };

export async function findAcknowledgedAlerts(database: Queryable): Promise<AcknowledgedAlert[]> {
  return database.many<AcknowledgedAlert>(sql`
    select a.id, a.kind, a.facts, w.holder, w.seen_at
    from alert_watches w join operator_alerts a on a.id = w.alert_id
    where a.settled_at is null and w.holder is not null order by w.seen_at desc`);
}

/** Creates a watch; the notification is due this long after the alert was raised. */
export async function insertWatch(transaction: Transaction, id: number, afterSeconds: number): Promise<void> {
  await transaction.run(sql`
    insert into alert_watches (alert_id, due_at)
    select id, created_at + ${afterSeconds}::int * interval '1 second' from operator_alerts where id = ${id}
    on conflict do nothing`);
}

/** Creates a watch that is already acknowledged, because its cause is. */
export async function insertAcknowledgedWatch(
  transaction: Transaction,
  id: number,
  { holder, seenAt }: Pick<AcknowledgedAlert, 'holder' | 'seenAt'>,
): Promise<void> {
  // `seen_times` is zero, since it occurred after the acknowledgement: it wakes someone when that acknowledgement expires.
  await transaction.run(sql`
    insert into alert_watches (alert_id, holder, seen_at, seen_times) values (${id}, ${holder}, ${seenAt}, 0)
    on conflict do nothing`);
}

/**
 * Restarts the rounds of alerts whose holder is none of these people, and of those whose cause persists or recurred since an
 * acknowledgement older than `holdsMs`, unless they are snoozed.
 */
export async function restartWatches(
  transaction: Transaction,
  persons: readonly string[],
  holdsMs: number,
): Promise<void> {
  await transaction.run(sql`
    update alert_watches w set ${NEW_ROUND}, due_at = slipway_now()
    from operator_alerts a
    where a.id = w.alert_id and a.settled_at is null and w.holder is not null
      and (w.quiet_until is null or w.quiet_until <= slipway_now())
      and (w.holder <> all (${[...persons]})
        or ((a.times > w.seen_times or a.last_at > w.seen_at)
          and w.seen_at <= slipway_now() - ${holdsMs}::float8 * interval '1 millisecond'))`);
}

/** An alert with the state of its notifications. */
export type AlertWatch = {
  readonly id: number;
  readonly kind: string;
  readonly round: number;
  readonly handedTo: string | null;
  readonly dueAt: Date | null;
  readonly holder: string | null;
  readonly seenAt: Date | null;
};

const WATCH = sql`w.alert_id as id, a.kind, w.round, w.handed_to, w.due_at, w.holder,
  w.seen_at`;

export type DueWatch = AlertWatch & AlertSummary & { readonly facts: Facts };

/** Locks and returns due watches, with those of the same kind that become due within `aheadSeconds`. */
export async function takeDueWatches(transaction: Transaction, aheadSeconds: number): Promise<DueWatch[]> {
  return transaction.many<DueWatch>(sql`
    select ${WATCH}, o.order_no, a.created_at as at, a.times, a.facts
    from alert_watches w join operator_alerts a on a.id = w.alert_id left join orders o on o.id = a.order_id
    where a.settled_at is null and w.due_at <= slipway_now() + ${aheadSeconds}::int * interval '1 second'
      and exists (
        select 1 from alert_watches w2 join operator_alerts a2 on a2.id = w2.alert_id
        where a2.kind = a.kind and a2.settled_at is null and w2.due_at <= slipway_now())
    order by w.alert_id limit ${BATCH} for update of w skip locked`);
}

/** Locks and returns the watch of an open alert, creating it if needed. */
export async function lockWatch(transaction: Transaction, id: number): Promise<AlertWatch | undefined> {
  await transaction.run(sql`
    insert into alert_watches (alert_id) select id from operator_alerts where id = ${id} and settled_at is null
    on conflict do nothing`);
  return transaction.maybeOne<AlertWatch>(sql`
    select ${WATCH} from alert_watches w join operator_alerts a on a.id = w.alert_id
    where w.alert_id = ${id} and a.settled_at is null for update of w`);
}

/** Returns the watches of these alerts. */
export async function findWatches(database: Queryable, ids: readonly number[]): Promise<AlertWatch[]> {
  return database.many<AlertWatch>(sql`
    select ${WATCH} from alert_watches w join operator_alerts a on a.id = w.alert_id where w.alert_id = any (${[...ids]})`);
}

/** Records an acknowledgement, which ends the escalation. */
export async function saveAcknowledgement(transaction: Transaction, id: number, who: string): Promise<void> {
  await transaction.run(sql`
    update alert_watches w set holder = ${who}, seen_at = slipway_now(), seen_times = a.times, due_at = null,
      known_facts = a.facts
    from operator_alerts a where a.id = w.alert_id and w.alert_id = ${id}`);
}

/** Reassigns an alert: starts a new round that begins with this person at once. */
export async function saveReassignment(transaction: Transaction, id: number, to: string): Promise<void> {
  await transaction.run(sql`
    update alert_watches set round = round + 1, handed_to = ${to}, ${UNASSIGNED}, due_at = slipway_now() where alert_id = ${id}`);
}

/** Schedules the next notification; `afterMs` null: none. */
export async function scheduleNextNotification(
  transaction: Transaction,
  ids: readonly number[],
  afterMs: number | null,
): Promise<void> {
  await transaction.run(sql`
    update alert_watches set due_at = slipway_now() + ${afterMs}::float8 * interval '1 millisecond'
    where alert_id = any (${[...ids]})`);
}

/** Stores the facts shown to the first recipient of a round; a worsened alert notifies again. */
export async function saveKnownFacts(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.run(sql`
    update alert_watches w set known_facts = coalesce(w.known_facts, a.facts) from operator_alerts a
    where a.id = w.alert_id and w.alert_id = any (${[...ids]})`);
}

/** An open alert whose facts differ from those known to the people who were notified, acknowledged or snoozed it. */
export type ChangedAlert = UnwatchedAlert & { readonly known: Facts };

export async function findChangedAlerts(transaction: Transaction): Promise<ChangedAlert[]> {
  return transaction.many<ChangedAlert>(sql`
    select a.id, a.kind, a.facts, w.known_facts as known from alert_watches w join operator_alerts a on a.id = w.alert_id
    where a.settled_at is null and w.known_facts <> a.facts order by a.id limit ${BATCH}`);
}

/** Starts a new round at once, as if the alert had just been raised. */
export async function restartWatch(transaction: Transaction, id: number): Promise<void> {
  await transaction.run(sql`
    update alert_watches set ${NEW_ROUND}, due_at = slipway_now() where alert_id = ${id}`);
}

/** Snoozes an alert and ends its acknowledgement. A new round starts at `until`, or once the alert becomes worse. */
export async function snoozeAlert(transaction: Transaction, id: number, until: Date): Promise<void> {
  await transaction.run(sql`insert into alert_watches (alert_id) values (${id}) on conflict do nothing`);
  await transaction.run(sql`
    update alert_watches w set round = round + 1, handed_to = null, holder = null, seen_at = null, seen_times = null,
      due_at = ${until}, quiet_until = ${until}, known_facts = a.facts
    from operator_alerts a where a.id = w.alert_id and w.alert_id = ${id}`);
}

/** Marks all occurrences so far as notified. */
export async function markAlertsNotified(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.run(sql`update operator_alerts set notification_count = times where id = any (${[...ids]})`);
}

export type Channel = 'mail' | 'webhook' | 'push' | 'none';

export type NewNotification = {
  /** Null: everyone. */
  readonly person: string | null;
  readonly channel: Channel;
  readonly message: string | null;
};

/** Records a notification of a person. Throws a unique violation if it was already recorded in this round. */
export async function insertNotification(
  transaction: Transaction,
  { id, round }: Pick<AlertWatch, 'id' | 'round'>,
  { person, channel, message }: NewNotification,
): Promise<void> {
  await transaction.run(sql`
    insert into alert_notifications (alert_id, round, person, channel, message, notified_at)
    values (${id}, ${round}, ${person}, ${channel}, ${message}, slipway_now())`);
}

export type AlertNotification = Omit<NewNotification, 'message'> & {
  readonly alert: number;
  readonly at: Date;
  /** Delivery fault: null if all emails were sent, or the webhook or a phone's push service accepted it. */
  readonly fault: 'waits' | 'refused' | null;
};

/** Returns the notifications of the current round of each alert, oldest first. */
export async function findNotifications(database: Queryable, ids: readonly number[]): Promise<AlertNotification[]> {
  return database.many<AlertNotification>(sql`
    select t.alert_id as alert, t.person, t.channel, t.notified_at as at,
      case t.channel
        when 'mail' then (
          select case when bool_or(o.refused) then 'refused' when bool_or(o.sent_at is null) then 'waits' end
          from mail_outbox o
          where o.id in (select 'alert:' || t.message || ':' || n from generate_series(0, ${MAX_ALERT_RECIPIENTS - 1}::int) n))
        when 'webhook' then (
          select case when m.webhook_sent_at is null then 'waits' end from alert_messages m where m.id = t.message)
        when 'push' then (
          select case when count(d.sent_at) > 0 then null when count(d.due_at) > 0 then 'waits' else 'refused' end
          from push_deliveries d where d.message = t.message)
      end as fault
    from alert_notifications t join alert_watches w on w.alert_id = t.alert_id and w.round = t.round
    where t.alert_id = any (${[...ids]}) order by t.id`);
}
