import sql from 'sql-template-tag';
import { NO_PARTNER } from '../../partner/partner.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/handlers.ts';
import type { BrowserAndSystem } from './parseUserAgent.ts';

/** Long enough to investigate an attack that was noticed late. */
const KEPT_DAYS = 90;

export type Refusal = {
  readonly kind: 'login_failed' | 'refused';
  readonly call: string;
  /** The error's key in the contract. */
  readonly reason: string;
  readonly buyerId: string | null;
  /** Set for a failed login; otherwise empty. */
  readonly email: string;
  /** As rate limits count it: an IPv4 address, or the /64 of an IPv6 address. */
  readonly client: string;
  /** ISO 3166; empty if unknown. */
  readonly country: string;
};

export type AccessEntry = Omit<Refusal, 'kind'> &
  BrowserAndSystem & {
    readonly id: number;
    readonly kind: Refusal['kind'] | 'logged_in';
    readonly firstAt: Date;
    readonly lastAt: Date;
    readonly times: number;
  };

const COLUMNS = sql`l.id, l.kind, l.call, l.reason, l.buyer_id as "buyerId", l.email, l.client, l.country, l.browser, l.system,
  l.first_at, l.last_at, l.times`;

export async function recordLogin(
  database: Queryable,
  login: BrowserAndSystem & Pick<Refusal, 'call' | 'client' | 'country'> & { readonly buyerId: string },
): Promise<void> {
  await database.run(sql`
    insert into access_log (kind, call, buyer_id, client, country, browser, system, hour, first_at, last_at)
    select 'logged_in', ${login.call}, ${login.buyerId}, ${login.client}, ${login.country}, ${login.browser}, ${login.system},
      date_trunc('hour', now, 'UTC'), now, now from slipway_now() as now`);
}

export type CountedRefusal = Refusal & { readonly times: number };

/** Counts equal refusals within an hour in one row. */
export async function recordRefusals(database: Queryable, refusals: readonly CountedRefusal[]): Promise<void> {
  // An account may have been erased since the refusal. Refusals of several erased accounts are then counted together.
  await database.run(sql`
    insert into access_log as l (kind, call, reason, buyer_id, email, client, country, hour, first_at, last_at, times)
    select r.kind, r.call, r.reason, b.id, r.email, r.client, max(r.country), date_trunc('hour', now, 'UTC'), now, now, sum(r.times)
    from slipway_now() as now, jsonb_to_recordset(${JSON.stringify(refusals)}::jsonb) as r (kind text, call text, reason text,
      "buyerId" text, email text, client text, country text, times integer)
      left join buyers b on b.id = r."buyerId"
    group by r.kind, r.call, r.reason, b.id, r.email, r.client, now
    on conflict (hour, kind, call, reason, client, coalesce(buyer_id, ''), email) where kind <> 'logged_in'
    do update set times = l.times + excluded.times, last_at = excluded.last_at`);
}

/**
 * Returns logins to the buyer's account and failed codes for its address, newest first. A login code never opens an
 * account at a partner, so such an account's list contains no failed codes.
 */
export async function listLogins(
  database: Queryable,
  { buyerId, email, partnerId }: Pick<Session, 'buyerId' | 'email' | 'partnerId'>,
  limit: number,
): Promise<AccessEntry[]> {
  return database.many<AccessEntry>(sql`
    select ${COLUMNS} from access_log l
    where l.kind <> 'refused' and (l.buyer_id = ${buyerId} or (l.email = ${email} and l.email <> '' and ${partnerId === NO_PARTNER}))
    order by l.last_at desc, l.id desc limit ${limit}`);
}

/**
 * Returns the newest entries of the whole log, or those of an email address, account or client network. An empty name
 * selects all.
 */
export async function readAccessLog(database: Queryable, name: string, limit: number): Promise<AccessEntry[]> {
  const named = sql`l.client = ${name} or l.email = ${name} or l.buyer_id = ${name}
    or l.buyer_id in (select id from buyers where email = ${name})`;
  return database.many<AccessEntry>(sql`
    select ${COLUMNS} from access_log l where ${name === '' ? sql`true` : named}
    order by l.last_at desc, l.id desc limit ${limit}`);
}

/** Deletes old entries. Run periodically by the worker. */
export async function deleteOldAccessLog(database: Queryable): Promise<void> {
  await database.run(
    sql`delete from access_log where last_at < (select slipway_now()) - ${KEPT_DAYS} * interval '1 day'`,
  );
}
