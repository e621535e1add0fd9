import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { CODES_KEPT_SECONDS, type CodeLimit } from './codeLimits.ts';

export type LoginCode = {
  readonly id: number;
  readonly codeHash: Buffer;
  readonly salt: Buffer;
  readonly triesLeft: number;
  readonly expired: boolean;
};

export type CodeSubject = {
  readonly email: string;
  /** An empty client is not counted. */
  readonly client: string;
  /** Of a browser that has logged in as this address before; null for a stranger's. */
  readonly knownBrowser: Buffer | null;
};

/** Any fixed numbers: they keep these locks apart from all other advisory locks. */
const EMAIL_LOCK = 7_548_001;
const CLIENT_LOCK = 7_548_002;

/** Another request for this address or from this client waits until the transaction ends, so that each is counted. */
export async function lockSending(transaction: Transaction, { email, client }: CodeSubject): Promise<void> {
  // Always in this order: two that share one of them never wait for each other in a circle.
  await transaction.run(sql`select pg_advisory_xact_lock(${EMAIL_LOCK}::int, hashtext(${email}))`);
  if (client !== '') await transaction.run(sql`select pg_advisory_xact_lock(${CLIENT_LOCK}::int, hashtext(${client}))`);
}

const countedBy: Readonly<Record<CodeLimit['of'], (subject: CodeSubject) => Sql>> = {
  address: ({ email }) => sql`email = ${email} and device_hash is null`,
  client: ({ client }) => sql`client = ${client} and client <> '' and device_hash is null`,
  everybody: () => sql`device_hash is null`,
  browser: ({ email, knownBrowser }) => sql`email = ${email} and device_hash = ${knownBrowser}`,
  browsers: () => sql`device_hash is not null`,
};

/** Seconds until every limit has room for one more: when the oldest code that fills it falls out of its window. 0: now. */
export async function secondsUntilSendable(
  transaction: Transaction,
  subject: CodeSubject,
  limits: readonly CodeLimit[],
): Promise<number> {
  const ends = limits.map(
    (limit) => sql`(
      select created_at + ${limit.seconds} * interval '1 second' as free_at from login_codes
      where ${countedBy[limit.of](subject)}
        and created_at > (select now from moment) - ${limit.seconds} * interval '1 second'
      order by created_at desc offset ${limit.most - 1} limit 1)`,
  );
  // The moment is asked once: a condition with a volatile function would read the whole table.
  const { seconds } = await transaction.one<{ seconds: number }>(sql`
    with moment as materialized (select slipway_now() as now), ends as (${join(ends, ' union all ')})
    select coalesce(ceil(extract(epoch from max(free_at) - (select now from moment))), 0)::int as seconds from ends`);
  return seconds;
}

export async function insertCode(
  transaction: Transaction,
  code: CodeSubject & {
    readonly codeHash: Buffer;
    readonly salt: Buffer;
    readonly requestHash: Buffer;
    readonly tries: number;
    readonly lifetimeSeconds: number;
  },
): Promise<void> {
  await transaction.run(sql`
    insert into login_codes (email, client, device_hash, code_hash, salt, request_hash, tries_left, created_at, expires_at)
    values (${code.email}, ${code.client}, ${code.knownBrowser}, ${code.codeHash}, ${code.salt}, ${code.requestHash}, ${code.tries},
      slipway_now(), slipway_now() + ${code.lifetimeSeconds} * interval '1 second')`);
}

/** The newest code of this address that this browser asked for, locked. */
export async function takeCode(
  transaction: Transaction,
  email: string,
  requestHash: Buffer,
): Promise<LoginCode | undefined> {
  return transaction.maybeOne<LoginCode>(sql`
    select id, code_hash as "codeHash", salt, tries_left as "triesLeft", expires_at <= slipway_now() as expired
    from login_codes where email = ${email} and request_hash = ${requestHash} and used_at is null
    order by created_at desc, id desc limit 1 for update`);
}

export async function countTry(transaction: Transaction, id: number): Promise<void> {
  await transaction.run(sql`update login_codes set tries_left = tries_left - 1 where id = ${id}`);
}

/** A code is good once; every other code of the address is void with it. */
export async function useCodes(transaction: Transaction, email: string): Promise<void> {
  await transaction.run(sql`update login_codes set used_at = slipway_now() where email = ${email} and used_at is null`);
}

/** The codes that this browser asked for before it had logged in as the address are from now on those of a known browser. */
export async function ownCodes(
  transaction: Transaction,
  {
    email,
    requestHash,
    deviceHash,
  }: { readonly email: string; readonly requestHash: Buffer; readonly deviceHash: Buffer },
): Promise<void> {
  await transaction.run(sql`
    update login_codes set device_hash = ${deviceHash} where email = ${email} and request_hash = ${requestHash}`);
}

/** Forgets codes that no limit counts any more. For a worker to repeat. */
export async function sweepLoginCodes(database: Queryable): Promise<void> {
  await database.run(sql`
    delete from login_codes where created_at < (select slipway_now()) - ${CODES_KEPT_SECONDS} * interval '1 second'`);
}
