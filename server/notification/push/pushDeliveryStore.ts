import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { PushTarget } from './pushStore.ts';

const BATCH = 20;
/** If a worker dies while sending, another one takes the push after this. */
const LEASE_SECONDS = 60;

export type DuePush = PushTarget & {
  readonly message: string;
  readonly hash: Buffer;
  readonly topic: string;
  /** The webhook's body of the message. */
  readonly body: string;
  readonly tries: number;
};

/**
 * Ends pushes that are no longer needed: the subscription is gone, all their alerts are acknowledged or settled, the round is
 * over, or the mentioned person has read the note.
 */
export async function cancelObsoletePushes(database: Queryable): Promise<void> {
  await database.run(sql`
    update push_deliveries d set due_at = null, answer = coalesce(answer, 'not needed any more')
    where due_at <= clock_timestamp() and (
      not exists (select 1 from push_subscriptions s where s.endpoint_hash = d.endpoint_hash and s.gone_at is null)
      or (not exists (
        select 1 from alert_notifications t
        join alert_watches w on w.alert_id = t.alert_id and w.round = t.round
        join operator_alerts a on a.id = w.alert_id
        where t.message = d.message and t.channel = 'push' and a.settled_at is null and w.holder is null)
        and not exists (select 1 from console_mentions n where n.message = d.message and n.read_at is null)))`);
}

/** Leases due pushes, each to one worker, and counts the try. */
export async function takeDuePushes(database: Queryable): Promise<DuePush[]> {
  return database.many<DuePush>(sql`
    with due as (
      select message, endpoint_hash from push_deliveries where due_at <= clock_timestamp()
      order by due_at limit ${BATCH} for update skip locked
    ), taken as (
      update push_deliveries d set due_at = clock_timestamp() + ${LEASE_SECONDS}::int * interval '1 second',
        tries = d.tries + 1
      from due where d.message = due.message and d.endpoint_hash = due.endpoint_hash
      returning d.message, d.endpoint_hash, d.topic, d.tries
    )
    select t.message, t.endpoint_hash as hash, t.topic, t.tries, m.body, s.endpoint, s.p256dh, s.auth
    from taken t join alert_messages m on m.id = t.message join push_subscriptions s on s.endpoint_hash = t.endpoint_hash`);
}

export type PushOutcome = {
  readonly answer: string;
  /** `gone`: the subscription has ended. */
  readonly kind: 'taken' | 'gone' | 'fault';
  /** Null ends the retries. */
  readonly againInSeconds: number | null;
};

/** Stores the outcome of a push, and the fault or end of its subscription. */
export async function savePushOutcome(
  database: Database,
  { message, hash }: Pick<DuePush, 'message' | 'hash'>,
  { answer, kind, againInSeconds }: PushOutcome,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run(sql`
      update push_deliveries set answer = ${answer},
        sent_at = case when ${kind === 'taken'} then clock_timestamp() end,
        due_at = clock_timestamp() + ${againInSeconds}::int * interval '1 second'
      where message = ${message} and endpoint_hash = ${hash} and sent_at is null`);
    await transaction.run(sql`
      update push_subscriptions set
        failed_tries = case when ${kind === 'taken'} then 0 else failed_tries + 1 end,
        fault = case when ${kind === 'taken'} then null else ${answer} end,
        gone_at = case when ${kind === 'gone'} then slipway_now() else gone_at end
      where endpoint_hash = ${hash}`);
  });
}
