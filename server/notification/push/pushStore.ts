import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { sha256 } from '../../platform/secrets.ts';

/** A push subscription as the browser supplies it. */
export type PushTarget = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

/** Stores a subscription. It replaces the stored one with the same endpoint, even if that belongs to another person. */
export async function insertPushSubscription(
  transaction: Transaction,
  person: string,
  { endpoint, p256dh, auth, browser, system }: PushTarget & { readonly browser: string; readonly system: string },
): Promise<void> {
  const hash = sha256(endpoint);
  await transaction.run(sql`delete from push_subscriptions where endpoint_hash = ${hash}`);
  await transaction.run(sql`
    insert into push_subscriptions (endpoint_hash, person, endpoint, p256dh, auth, browser, system, created_at)
    values (${hash}, ${person}, ${endpoint}, ${p256dh}, ${auth}, ${browser}, ${system}, slipway_now())`);
}

/** Deletes a person's subscription. Returns false if they had none with this hash. */
export async function deletePushSubscription(transaction: Transaction, person: string, hash: Buffer): Promise<boolean> {
  const row = await transaction.maybeOne(
    sql`delete from push_subscriptions where endpoint_hash = ${hash} and person = ${person} returning 1 as one`,
  );
  return row !== undefined;
}

export type StoredSubscription = {
  readonly hash: Buffer;
  readonly browser: string;
  readonly system: string;
  readonly createdAt: Date;
  readonly failedTries: number;
  readonly fault: string | null;
  readonly goneAt: Date | null;
};

/** Returns a person's subscriptions, newest first. */
export async function listPushSubscriptions(database: Queryable, person: string): Promise<StoredSubscription[]> {
  return database.many<StoredSubscription>(sql`
    select endpoint_hash as hash, browser, system, created_at, failed_tries, fault,
      gone_at
    from push_subscriptions where person = ${person} order by created_at desc, endpoint_hash`);
}

/** Returns the active subscriptions of each person, by name. */
export async function readActiveSubscriptions(database: Queryable): Promise<ReadonlyMap<string, readonly Buffer[]>> {
  const rows = await database.many<{ person: string; hash: Buffer }>(sql`
    select person, endpoint_hash as hash from push_subscriptions where gone_at is null order by person, endpoint_hash`);
  return new Map(
    [...Map.groupBy(rows, ({ person }) => person)].map(([person, own]) => [person, own.map(({ hash }) => hash)]),
  );
}

/** Returns who has an active subscription. */
export async function findPeopleWithPush(database: Queryable): Promise<ReadonlySet<string>> {
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

/** Deletes the subscriptions of everyone except the given people. */
export async function deleteOtherPeoplesSubscriptions(database: Queryable, persons: readonly string[]): Promise<void> {
  await database.run(sql`delete from push_subscriptions where person <> all (${[...persons]})`);
}
