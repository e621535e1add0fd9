import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { sha256 } from '../../platform/secrets.ts';

/** As the browser has it. */
export type PushTarget = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

/** In the place of whatever was there of this browser, whoever had asked for it. */
export async function insertSubscription(
  transaction: Transaction,
  person: string,
  { endpoint, p256dh, auth, browser, system }: PushTarget & { readonly browser: string; readonly system: string },
): Promise<void> {
  const hash = sha256(endpoint);
  await transaction.run(sql`delete from push_subscriptions where endpoint_hash = ${hash}`);
  await transaction.run(sql`
    insert into push_subscriptions (endpoint_hash, person, endpoint, p256dh, auth, browser, system, made_at)
    values (${hash}, ${person}, ${endpoint}, ${p256dh}, ${auth}, ${browser}, ${system}, slipway_now())`);
}

/** Whether this person had it. */
export async function deleteSubscription(transaction: Transaction, person: string, hash: Buffer): Promise<boolean> {
  const row = await transaction.maybeOne(
    sql`delete from push_subscriptions where endpoint_hash = ${hash} and person = ${person} returning 1 as one`,
  );
  return row !== undefined;
}

export type Subscription = {
  readonly hash: Buffer;
  readonly browser: string;
  readonly system: string;
  readonly madeAt: Date;
  readonly failedTries: number;
  readonly fault: string | null;
  readonly goneAt: Date | null;
};

/** Of one person, newest first. */
export async function subscriptionsOf(database: Queryable, person: string): Promise<Subscription[]> {
  return database.many<Subscription>(sql`
    select endpoint_hash as hash, browser, system, made_at as "madeAt", failed_tries as "failedTries", fault,
      gone_at as "goneAt"
    from push_subscriptions where person = ${person} order by made_at desc, endpoint_hash`);
}

/** The browsers of each person, by name. */
export async function readSubscribed(database: Queryable): Promise<ReadonlyMap<string, readonly Buffer[]>> {
  const rows = await database.many<{ person: string; hash: Buffer }>(sql`
    select person, endpoint_hash as hash from push_subscriptions where gone_at is null order by person, endpoint_hash`);
  return new Map(
    [...Map.groupBy(rows, ({ person }) => person)].map(([person, own]) => [person, own.map(({ hash }) => hash)]),
  );
}

/** Who has one that is not gone. */
export async function personsWithPhone(database: Queryable): Promise<ReadonlySet<string>> {
  const rows = await database.many<{ person: string }>(
    sql`select distinct person from push_subscriptions where gone_at is null`,
  );
  return new Set(rows.map(({ person }) => person));
}

export async function queuePushes(
  transaction: Transaction,
  { message, topic }: { readonly message: string; readonly topic: string },
  hashes: readonly Buffer[],
): Promise<void> {
  for (const hash of hashes)
    await transaction.run(sql`
      insert into push_deliveries (message, endpoint_hash, topic, due_at)
      values (${message}, ${hash}, ${topic}, clock_timestamp())`);
}

/** Of whoever is no person any more. */
export async function forgetSubscriptionsBut(database: Queryable, persons: readonly string[]): Promise<void> {
  await database.run(sql`delete from push_subscriptions where person <> all (${[...persons]})`);
}
