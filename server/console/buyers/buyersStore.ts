import sql, { type Sql } from 'sql-template-tag';
import { BUYER_ACTIONS } from '../../account/actions/findBuyerActionProblem.ts';
import { selectCurrentLevel } from '../../account/identityLevels/fixedLevelStore.ts';
import { type OperatorRequest, REQUEST_COLUMNS } from '../../action/requests/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';

export type BuyerRecord = {
  readonly id: string;
  readonly email: string;
  readonly level: number;
  readonly partnerId: string;
  readonly createdAt: Date;
  /** `createdAt` in microseconds, the database's precision. */
  readonly madeMicros: number;
  readonly closedAt: Date | null;
  readonly blockedAt: Date | null;
  readonly country: string | null;
  readonly lastOrderAt: Date | null;
};

const RECORD = sql`
  select b.id, b.email, ${selectCurrentLevel(sql`b`)} as level, b.partner_id,
    date_trunc('milliseconds', b.created_at) as created_at,
    (extract(epoch from b.created_at) * 1000000)::bigint as made_micros, b.closed_at,
    k.blocked_at, o.country, o.created_at as last_order_at
  from buyers b left join buyer_blocks k on k.buyer_id = b.id left join lateral (
    select country, created_at from orders where buyer_id = b.id order by id desc limit 1) o on true`;

export async function findBuyerRecord(
  database: Queryable,
  id: string,
): Promise<(BuyerRecord & { readonly orderCount: number }) | undefined> {
  return database.maybeOne(sql`
    select r.*, (select count(*)::integer from orders where buyer_id = r.id) as order_count
    from (${RECORD} where b.id = ${id}) r`);
}

export async function findBuyerRecords(database: Queryable, ids: readonly string[]): Promise<BuyerRecord[]> {
  return database.many<BuyerRecord>(sql`${RECORD} where b.id = any(${[...ids]}) order by b.created_at desc, b.id desc`);
}

/** Returns the page cursor of a row. It stays valid when the account is erased. */
export function formatBuyerCursor({ madeMicros, id }: BuyerRecord): string {
  return `${madeMicros}.${id}`;
}

/** Returns buyers, newest first. `after` is a page cursor; a malformed one is ignored. */
export async function listNewestBuyers(
  database: Queryable,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<BuyerRecord[]> {
  const [, micros, id] = /^(\d{1,17})\.(.+)$/.exec(after ?? '') ?? [];
  const afterCursor: Sql =
    micros === undefined
      ? sql``
      : sql`where (b.created_at, b.id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id})`;
  return database.many<BuyerRecord>(sql`${RECORD} ${afterCursor} order by b.created_at desc, b.id desc limit ${limit}`);
}

/** A searchable prefix of an email address: the whole local part with the @, so that addresses cannot be enumerated. */
const EMAIL_PREFIX = /^[^\s@]+@/;
const MAX_EMAIL_MATCHES = 50;

/**
 * Finds accounts by email address or its part up to the @, including closed ones, by id, or by the verifier's reference.
 */
export async function findBuyersByIdentifier(
  database: Queryable,
  name: string,
): Promise<{ readonly by: string; readonly id: string }[]> {
  return database.many(sql`
    select 'an email address' as by, id from (${selectBuyersByEmail(name.toLowerCase())}) found
    union all select 'an account', id from buyers where id = ${name}
    union all select 'a name at the verifier', id from buyers where verifier_reference = ${name} and id <> ${name}`);
}

function selectBuyersByEmail(name: string): Sql {
  if (!EMAIL_PREFIX.test(name)) return sql`select id from buyers where email = ${name}`;
  const literal = name.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return sql`select id from buyers where email like ${`${literal}%`} order by email limit ${MAX_EMAIL_MATCHES}`;
}

export async function findBuyersOfOrders(database: Queryable, orderIds: readonly number[]): Promise<string[]> {
  const rows = await database.many<{ id: string }>(sql`
    select distinct buyer_id as id from orders where id = any(${[...orderIds]}::bigint[]) and buyer_id is not null`);
  return rows.map(({ id }) => id);
}

/** Returns at most 20 other accounts that appear to belong to the same person, with the matching attributes. */
export async function findLinkedBuyers(
  database: Queryable,
  buyerId: string,
): Promise<{ readonly id: string; readonly by: string[]; readonly isBlocked: boolean }[]> {
  return database.many(sql`
    with linked as (
      select same.id, 'email' as by from buyers own join buyers same on same.email = own.email where own.id = ${buyerId}
      union select same.buyer_id, 'document' from identity_checks own
        join identity_checks same on same.applicant_id = own.applicant_id where own.buyer_id = ${buyerId}
      union select o.buyer_id, 'card' from payment_attempts a join orders o on o.id = a.order_id
        where a.fingerprint in (
          select paid.fingerprint from payment_attempts paid join orders own on own.id = paid.order_id
          where own.buyer_id = ${buyerId} and paid.fingerprint is not null)
      union select o.buyer_id, 'receiving address' from orders o
        where o.address in (select own.address from orders own where own.buyer_id = ${buyerId} and own.address <> ''))
    select id, array_agg(by order by by) as by,
      exists (select from buyer_blocks k where k.buyer_id = linked.id) as is_blocked
    from linked where id is not null and id <> ${buyerId}
    group by id order by count(*) desc, id limit 20`);
}

/**
 * Returns the sum, in euro cents, of the buyer's open unpaid orders of the last `days` days that were accepted without a
 * document.
 */
export async function sumReservedEuroCents(database: Queryable, buyerId: string, days: number): Promise<bigint> {
  const { sum } = await database.one<{ sum: bigint }>(sql`
    select coalesce(sum(o.euro_cents), 0) as sum from orders o join identity_reservations r on r.order_id = o.id
    where o.buyer_id = ${buyerId} and o.created_at > (select slipway_now()) - ${days} * interval '1 day'
      and o.captured_units + o.received_units = 0
      and o.status not in ('voiding', 'cancelled', 'expired', 'failed', 'refunded')`);
  return sum;
}

export async function listNewestOrderIds(database: Queryable, buyerId: string, limit: number): Promise<number[]> {
  const rows = await database.many<{ id: number }>(
    sql`select id from orders where buyer_id = ${buyerId} order by id desc limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

export type SessionCounts = { readonly open: number; readonly since30Days: number; readonly lastAt: Date | null };

export async function countSessions(database: Queryable, buyerId: string): Promise<SessionCounts> {
  return database.one<SessionCounts>(sql`
    select
      count(*) filter (where ended_at is null and expires_at > (select slipway_now()))::integer as open,
      count(*) filter (where created_at > (select slipway_now()) - interval '30 days')::integer as "since30Days",
      max(last_seen_at) as last_at
    from sessions where buyer_id = ${buyerId}`);
}

/** Returns the emails with these ids, first those that are not sent yet, then the newest. */
export async function findMailsByIds(
  database: Queryable,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly sentAt: Date | null }[]> {
  return database.many(sql`
    select id, sent_at from mail_outbox where id = any(${[...ids]}) order by sent_at desc nulls first`);
}

export type ApplicantRecord = {
  readonly provider: string;
  readonly status: string;
  readonly applicantId: string | null;
  readonly updatedAt: Date;
  readonly acceptedAt: Date | null;
};

export async function findApplicant(database: Queryable, buyerId: string): Promise<ApplicantRecord | undefined> {
  return database.maybeOne<ApplicantRecord>(sql`
    select provider, status, applicant_id, updated_at, accepted_at
    from identity_checks where buyer_id = ${buyerId}`);
}

/** Returns the requests about an account, newest first. */
export async function listBuyerRequests(database: Queryable, buyerId: string): Promise<OperatorRequest[]> {
  return database.many<OperatorRequest>(sql`
    select ${REQUEST_COLUMNS} from operator_requests
    where (subject = ${buyerId} and action = any(${[...BUYER_ACTIONS]}))
      or (subject = 'sessions of a buyer' and action = 'end-sessions'
        and ${buyerId} = any(string_to_array(input ->> 'buyers', ',')))
    order by id desc limit 50`);
}

export type DataAccess = {
  readonly at: Date;
  readonly who: string;
  readonly why: string;
  readonly action: string;
  readonly field: string | null;
};

/** Returns who revealed or exported an account's data or viewed its logins, newest first. */
export async function listDataAccesses(database: Queryable, buyerId: string): Promise<DataAccess[]> {
  return database.many<DataAccess>(sql`
    select at, who, why, action, after ->> 'field' as field from audit_trail
    where subject = ${`buyer ${buyerId}`} and action in ('reveal', 'export-buyer', 'log-ins') order by id desc limit 50`);
}
