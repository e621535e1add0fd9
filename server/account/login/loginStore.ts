import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
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
  /** Hash of a browser that has logged in to this address before; null for an unknown browser. */
  readonly knownBrowser: Buffer | null;
};

/** Arbitrary fixed numbers that separate these locks from all other advisory locks. */
const EMAIL_LOCK = 7_548_001;
const CLIENT_LOCK = 7_548_002;

/** Serializes requests for the same address or client until the transaction ends, so that each is counted. */
export async function lockCodeRequests(transaction: Transaction, { email, client }: CodeSubject): Promise<void> {
  // Always in this order, to prevent deadlocks.
  await transaction.run(sql`select pg_advisory_xact_lock(${EMAIL_LOCK}::int, hashtext(${email}))`);
  if (client !== '') await transaction.run(sql`select pg_advisory_xact_lock(${CLIENT_LOCK}::int, hashtext(${client}))`);
}

const WITHOUT_WORK = sql`device_hash is null and work_hash is null`;
const WITH_WORK = sql`device_hash is null and work_hash is not null`;

const countedBy: Readonly<Record<CodeLimit['of'], (subject: CodeSubject) => Sql>> = {
  address: ({ email }) => sql`email = ${email} and ${WITHOUT_WORK}`,
  client: ({ client }) => sql`client = ${client} and client <> '' and ${WITHOUT_WORK}`,
  everybody: () => WITHOUT_WORK,
  address_with_work: ({ email }) => sql`email = ${email} and ${WITH_WORK}`,
  client_with_work: ({ client }) => sql`client = ${client} and client <> '' and ${WITH_WORK}`,
  everybody_with_work: () => WITH_WORK,
  browser: ({ email, knownBrowser }) => sql`email = ${email} and device_hash = ${knownBrowser}`,
  browsers: () => sql`device_hash is not null`,
};

/**
 * Returns for each set of limits the seconds until one more code is allowed, which is when the oldest code leaves the
 * full window. 0 means now.
 */
export async function readSecondsUntilAllowed<const Name extends string>(
  database: Queryable,
  subject: CodeSubject,
  sets: Readonly<Record<Name, readonly CodeLimit[]>>,
): Promise<Readonly<Record<Name, number>>> {
  const ends = Object.entries<readonly CodeLimit[]>(sets).flatMap(([name, limits]) =>
    limits.map(
      (limit) => sql`(
      select ${name}::text as name, created_at + ${limit.seconds} * interval '1 second' as free_at from login_codes
      where ${countedBy[limit.of](subject)}
        and created_at > (select now from moment) - ${limit.seconds} * interval '1 second'
      order by created_at desc offset ${limit.most - 1} limit 1)`,
    ),
  );
  // The time is read once: a condition with a volatile function would scan the whole table.
  const full = await database.many<{ name: Name; seconds: number }>(sql`
    with moment as materialized (select slipway_now() as now), ends as (${join(ends, ' union all ')})
    select name, ceil(extract(epoch from max(free_at) - (select now from moment)))::int as seconds from ends group by name`);
  const seconds = new Map(full.map((set) => [set.name, set.seconds]));
  const named = Object.keys(sets).map((name) => [name, seconds.get(name as Name) ?? 0]);
  return Object.fromEntries(named) as Record<Name, number>;
}

/** Returns the used share of the fullest limit; 1 is all of it. */
export async function readUsedShare(
  database: Queryable,
  subject: CodeSubject,
  limits: readonly CodeLimit[],
): Promise<number> {
  const shares = limits.map(
    (limit) => sql`
      select count(*)::float / ${limit.most}::int as share from login_codes
      where ${countedBy[limit.of](subject)}
        and created_at > (select now from moment) - ${limit.seconds} * interval '1 second'`,
  );
  const { share } = await database.one<{ share: number }>(sql`
    with moment as materialized (select slipway_now() as now), shares as (${join(shares, ' union all ')})
    select max(share) as share from shares`);
  return share;
}

/**
 * Returns whether the work was used for a code. Call it again under the address's lock, so that the same work never
 * earns two codes.
 */
export async function isWorkUsed(database: Queryable, workHash: Buffer): Promise<boolean> {
  return (await database.maybeOne(sql`select 1 from login_codes where work_hash = ${workHash}`)) !== undefined;
}

export async function insertCode(
  transaction: Transaction,
  code: CodeSubject & {
    /** Hash of the work done for it; null if none. */
    readonly workHash: Buffer | null;
    readonly codeHash: Buffer;
    readonly salt: Buffer;
    readonly requestHash: Buffer;
    readonly tries: number;
    readonly lifetimeSeconds: number;
  },
): Promise<void> {
  await transaction.run(sql`
    insert into login_codes (email, client, device_hash, work_hash, code_hash, salt, request_hash, tries_left, created_at, expires_at)
    values (${code.email}, ${code.client}, ${code.knownBrowser}, ${code.workHash}, ${code.codeHash}, ${code.salt}, ${code.requestHash}, ${code.tries},
      slipway_now(), slipway_now() + ${code.lifetimeSeconds} * interval '1 second')`);
}

/** Returns the newest unused code of this address that this browser requested, locked. */
export async function lockNewestCode(
  transaction: Transaction,
  email: string,
  requestHash: Buffer,
): Promise<LoginCode | undefined> {
  return transaction.maybeOne<LoginCode>(sql`
    select id, code_hash, salt, tries_left, expires_at <= slipway_now() as expired
    from login_codes where email = ${email} and request_hash = ${requestHash} and used_at is null
    order by created_at desc, id desc limit 1 for update`);
}

export async function decrementTries(transaction: Transaction, id: number): Promise<void> {
  await transaction.run(sql`update login_codes set tries_left = tries_left - 1 where id = ${id}`);
}

/** Uses a code and voids every other code of the address; false if it was already used or voided. */
export async function useCode(transaction: Transaction, id: number, email: string): Promise<boolean> {
  const used = await transaction.many<{ id: number }>(sql`
    update login_codes set used_at = slipway_now() where email = ${email} and used_at is null returning id`);
  return used.some((code) => code.id === id);
}

/** Makes the codes that this browser requested for the address count against the limits of known browsers. */
export async function assignCodesToDevice(
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

/** Deletes codes that no limit counts any more. Run periodically by the worker. */
export async function deleteOldLoginCodes(database: Queryable): Promise<void> {
  await database.run(sql`
    delete from login_codes where created_at < (select slipway_now()) - ${CODES_KEPT_SECONDS} * interval '1 second'`);
}
