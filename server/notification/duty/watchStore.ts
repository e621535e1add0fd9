import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { ToldAlert } from '../alertMessage.ts';

type Facts = Readonly<Record<string, unknown>>;

/** An alert that nobody watches yet. */
export type UnwatchedAlert = { readonly id: number; readonly kind: string; readonly facts: Facts };

const BATCH = 500;
/** How many letters of a message are looked for at most. */
const MOST_RECIPIENTS = 50;

/** Nobody has it, nobody was told, and nobody has let it wait. */
const NOBODYS = sql`holder = null, seen_at = null, seen_times = null, known_facts = null, quiet_until = null`;
const NEW_ROUND = sql`round = round + 1, handed_to = null, ${NOBODYS}`;

export async function watchTime(database: Queryable): Promise<Date> {
  const { now } = await database.one<{ now: Date }>(sql`select slipway_now() as now`);
  return now;
}

/** Open alerts of these kinds that are not on watch, oldest first. */
export async function unwatchedAlerts(database: Queryable, kinds: readonly string[]): Promise<UnwatchedAlert[]> {
  return database.many<UnwatchedAlert>(sql`
    select id, kind, facts from operator_alerts a
    where settled_at is null and kind = any (${[...kinds]})
      and not exists (select 1 from alert_watches w where w.alert_id = a.id)
    order by id limit ${BATCH}`);
}

/** Whether somebody has an open alert, or is to be told of one. */
export async function isAnyWatched(database: Queryable): Promise<boolean> {
  const { watched } = await database.one<{ watched: boolean }>(sql`
    select exists (
      select 1 from operator_alerts a join alert_watches w on w.alert_id = a.id
      where a.settled_at is null and (w.holder is not null or w.due_at is not null)) as watched`);
  return watched;
}

/** What somebody has said that they have. */
export type HeldAlert = UnwatchedAlert & { readonly holder: string; readonly seenAt: Date };

export async function heldAlerts(database: Queryable): Promise<HeldAlert[]> {
  return database.many<HeldAlert>(sql`
    select a.id, a.kind, a.facts, w.holder, w.seen_at as "seenAt"
    from alert_watches w join operator_alerts a on a.id = w.alert_id
    where a.settled_at is null and w.holder is not null order by w.seen_at desc`);
}

/** Puts an alert on watch: it is told after so many seconds, counted from when it was raised. */
export async function watchAlert(transaction: Transaction, id: number, afterSeconds: number): Promise<void> {
  await transaction.run(sql`
    insert into alert_watches (alert_id, due_at)
    select id, created_at + ${afterSeconds}::int * interval '1 second' from operator_alerts where id = ${id}
    on conflict do nothing`);
}

/** Puts an alert on watch that somebody has already, as another one of the same cause. */
export async function watchAsHeld(
  transaction: Transaction,
  id: number,
  { holder, seenAt }: Pick<HeldAlert, 'holder' | 'seenAt'>,
): Promise<void> {
  // It has come since: so it wakes when the word on the other one holds no longer.
  await transaction.run(sql`
    insert into alert_watches (alert_id, holder, seen_at, seen_times) values (${id}, ${holder}, ${seenAt}, 0)
    on conflict do nothing`);
}

/**
 * Begins a new round of alerts whose holder is none of these persons, and of those whose cause lasts or has come again since they
 * were seen, once that is so long ago.
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

/** An open alert with how it stands with it. */
export type Watch = {
  readonly id: number;
  readonly kind: string;
  readonly round: number;
  readonly handedTo: string | null;
  readonly dueAt: Date | null;
  readonly holder: string | null;
  readonly seenAt: Date | null;
};

const WATCH = sql`w.alert_id as id, a.kind, w.round, w.handed_to as "handedTo", w.due_at as "dueAt", w.holder,
  w.seen_at as "seenAt"`;

export type DueWatch = Watch & ToldAlert & { readonly facts: Facts };

/** Whose next telling is due, with those of the same kind that would be within so many seconds. Held until the transaction's end. */
export async function takeDueWatches(transaction: Transaction, aheadSeconds: number): Promise<DueWatch[]> {
  return transaction.many<DueWatch>(sql`
    select ${WATCH}, o.order_no as "orderNo", a.created_at as at, a.times, a.facts
    from alert_watches w join operator_alerts a on a.id = w.alert_id left join orders o on o.id = a.order_id
    where a.settled_at is null and w.due_at <= slipway_now() + ${aheadSeconds}::int * interval '1 second'
      and exists (
        select 1 from alert_watches w2 join operator_alerts a2 on a2.id = w2.alert_id
        where a2.kind = a.kind and a2.settled_at is null and w2.due_at <= slipway_now())
    order by w.alert_id limit ${BATCH} for update of w skip locked`);
}

/** Of one alert that is open; held until the transaction's end. Put on watch where it was not. */
export async function lockWatch(transaction: Transaction, id: number): Promise<Watch | undefined> {
  await transaction.run(sql`
    insert into alert_watches (alert_id) select id from operator_alerts where id = ${id} and settled_at is null
    on conflict do nothing`);
  return transaction.maybeOne<Watch>(sql`
    select ${WATCH} from alert_watches w join operator_alerts a on a.id = w.alert_id
    where w.alert_id = ${id} and a.settled_at is null for update of w`);
}

/** Of these alerts. */
export async function watchesOf(database: Queryable, ids: readonly number[]): Promise<Watch[]> {
  return database.many<Watch>(sql`
    select ${WATCH} from alert_watches w join operator_alerts a on a.id = w.alert_id where w.alert_id = any (${[...ids]})`);
}

/** Somebody has it: nobody else is told. */
export async function writeSeen(transaction: Transaction, id: number, who: string): Promise<void> {
  await transaction.run(sql`
    update alert_watches w set holder = ${who}, seen_at = slipway_now(), seen_times = a.times, due_at = null,
      known_facts = a.facts
    from operator_alerts a where a.id = w.alert_id and w.alert_id = ${id}`);
}

/** A new round, which begins with somebody at once. */
export async function writeHanded(transaction: Transaction, id: number, to: string): Promise<void> {
  await transaction.run(sql`
    update alert_watches set round = round + 1, handed_to = ${to}, ${NOBODYS}, due_at = slipway_now() where alert_id = ${id}`);
}

/** When the next one is told; null: nobody is. */
export async function writeNext(
  transaction: Transaction,
  ids: readonly number[],
  afterMs: number | null,
): Promise<void> {
  await transaction.run(sql`
    update alert_watches set due_at = slipway_now() + ${afterMs}::float8 * interval '1 millisecond'
    where alert_id = any (${[...ids]})`);
}

/** What whoever is told first in a round knows of these alerts: one that becomes worse is told anew. */
export async function writeKnown(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.run(sql`
    update alert_watches w set known_facts = coalesce(w.known_facts, a.facts) from operator_alerts a
    where a.id = w.alert_id and w.alert_id = any (${[...ids]})`);
}

/** An open alert whose facts are others than those that were known to whoever was told, has it, or lets it wait. */
export type ChangedAlert = UnwatchedAlert & { readonly known: Facts };

export async function changedAlerts(transaction: Transaction): Promise<ChangedAlert[]> {
  return transaction.many<ChangedAlert>(sql`
    select a.id, a.kind, a.facts, w.known_facts as known from alert_watches w join operator_alerts a on a.id = w.alert_id
    where a.settled_at is null and w.known_facts <> a.facts order by a.id limit ${BATCH}`);
}

/** Begins a new round at once: what is told of it is as new as when it was raised. */
export async function restartWatch(transaction: Transaction, id: number): Promise<void> {
  await transaction.run(sql`
    update alert_watches set ${NEW_ROUND}, due_at = slipway_now() where alert_id = ${id}`);
}

/** Nobody is told before a time, unless it becomes worse than it is; then a new round begins. */
export async function keepQuiet(transaction: Transaction, id: number, until: Date): Promise<void> {
  await transaction.run(sql`insert into alert_watches (alert_id) values (${id}) on conflict do nothing`);
  await transaction.run(sql`
    update alert_watches w set round = round + 1, handed_to = null, holder = null, seen_at = null, seen_times = null,
      due_at = ${until}, quiet_until = ${until}, known_facts = a.facts
    from operator_alerts a where a.id = w.alert_id and w.alert_id = ${id}`);
}

/** Alerts are told as of now. */
export async function writeTold(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.run(sql`update operator_alerts set told_times = times where id = any (${[...ids]})`);
}

export type Channel = 'mail' | 'webhook' | 'push' | 'none';

export type NewTelling = {
  /** Null: everybody. */
  readonly person: string | null;
  readonly channel: Channel;
  readonly message: string | null;
};

/** Throws a unique violation where it was told before in this round. */
export async function insertTelling(
  transaction: Transaction,
  { id, round }: Pick<Watch, 'id' | 'round'>,
  { person, channel, message }: NewTelling,
): Promise<void> {
  await transaction.run(sql`
    insert into alert_tellings (alert_id, round, person, channel, message, told_at)
    values (${id}, ${round}, ${person}, ${channel}, ${message}, slipway_now())`);
}

export type Telling = Omit<NewTelling, 'message'> & {
  readonly alert: number;
  readonly at: Date;
  /** What of it has not arrived: null where all letters have left, or the webhook or a phone's push service has taken it. */
  readonly fault: 'waits' | 'refused' | null;
};

/** Of the present round of each alert, oldest first. */
export async function tellingsOf(database: Queryable, ids: readonly number[]): Promise<Telling[]> {
  return database.many<Telling>(sql`
    select t.alert_id as alert, t.person, t.channel, t.told_at as at,
      case t.channel
        when 'mail' then (
          select case when bool_or(o.refused) then 'refused' when bool_or(o.sent_at is null) then 'waits' end
          from mail_outbox o
          where o.id in (select 'alert:' || t.message || ':' || n from generate_series(0, ${MOST_RECIPIENTS}::int) n))
        when 'webhook' then (
          select case when m.webhook_sent_at is null then 'waits' end from alert_messages m where m.id = t.message)
        when 'push' then (
          select case when count(d.sent_at) > 0 then null when count(d.due_at) > 0 then 'waits' else 'refused' end
          from push_deliveries d where d.message = t.message)
      end as fault
    from alert_tellings t join alert_watches w on w.alert_id = t.alert_id and w.round = t.round
    where t.alert_id = any (${[...ids]}) order by t.id`);
}
