import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { CookieJar, Session } from '../../platform/http/handlers.ts';
import { sha256 } from '../../platform/secrets.ts';
import { selectCurrentLevel } from '../identityLevels/fixedLevelStore.ts';
import type { BrowserAndSystem } from './parseUserAgent.ts';

export const IDLE_SECONDS = 12 * 60 * 60;
export const MAX_SESSION_SECONDS = 30 * 24 * 60 * 60;
/** How long a proof of identity is valid. */
const PROVED_SECONDS = 15 * 60;
/** Minimum interval between writes to a session in use. */
const TOUCH_SECONDS = 60;

export async function insertSession(
  transaction: Transaction,
  session: BrowserAndSystem & {
    readonly buyerId: string;
    readonly tokenHash: Buffer;
    readonly cookieHash: Buffer;
    /** The country where it is opened. */
    readonly country: string;
    /**
     * True if the buyer has just proved their identity. False for a login that a partner minted: the buyer has proved
     * their identity to the partner only.
     */
    readonly isProved: boolean;
  },
): Promise<Date> {
  const { expiresAt } = await transaction.one<{ expiresAt: Date }>(sql`
    insert into sessions (buyer_id, token_hash, cookie_hash, browser, system, country, created_at, last_seen_at, proved_at,
      expires_at)
    values (${session.buyerId}, ${session.tokenHash}, ${session.cookieHash}, ${session.browser}, ${session.system},
      ${session.country}, slipway_now(), slipway_now(), case when ${session.isProved} then slipway_now() else '-infinity' end,
      slipway_now() + ${IDLE_SECONDS} * interval '1 second')
    returning expires_at`);
  return expiresAt;
}

/**
 * Returns the valid session of a token, with the hash of the cookie that must accompany the token. Extends the idle
 * timeout, at most once a minute.
 */
export async function findSession(
  database: Queryable,
  tokenHash: Buffer,
): Promise<(Session & { readonly cookieHash: Buffer }) | undefined> {
  const found = await database.maybeOne<Session & { cookieHash: Buffer; stale: boolean }>(sql`
    select s.id, s.buyer_id, s.cookie_hash, b.email, ${selectCurrentLevel(sql`b`)} as kyc_level, b.partner_id,
      exists (select from fixed_levels l where l.buyer_id = b.id and l.ends_at > slipway_now()) as is_level_set, s.expires_at, s.proved_at > slipway_now() - ${PROVED_SECONDS} * interval '1 second' as is_proved,
      s.last_seen_at < slipway_now() - ${TOUCH_SECONDS} * interval '1 second' as stale
    from sessions s join buyers b on b.id = s.buyer_id
    where s.token_hash = ${tokenHash} and s.ended_at is null and s.expires_at > slipway_now() and b.closed_at is null`);
  if (!found?.stale) return found;
  const { expiresAt } = await database.one<{ expiresAt: Date }>(sql`
    update sessions set last_seen_at = slipway_now(),
      expires_at = least(slipway_now() + ${IDLE_SECONDS} * interval '1 second', created_at + ${MAX_SESSION_SECONDS} * interval '1 second')
    where id = ${found.id} returning expires_at`);
  return { ...found, expiresAt };
}

/** Records that the buyer has just proved their identity again. */
export async function markSessionProved(database: Queryable, sessionId: number): Promise<void> {
  await database.run(sql`update sessions set proved_at = slipway_now() where id = ${sessionId}`);
}

export async function endSession(database: Queryable, sessionId: number): Promise<void> {
  await database.run(sql`update sessions set ended_at = slipway_now() where id = ${sessionId}`);
}

/**
 * Ends the session that the browser carried before a new login: the login replaces the session's cookie, but a copy of
 * the cookie would remain valid.
 */
export async function endPreviousSession(database: Queryable, cookies: CookieJar): Promise<void> {
  const carried = cookies.read('session');
  if (carried === undefined) return;
  await database.run(
    sql`update sessions set ended_at = slipway_now() where cookie_hash = ${sha256(carried)} and ended_at is null`,
  );
}

export async function endBuyerSessions(database: Queryable, buyerId: string): Promise<void> {
  await database.run(
    sql`update sessions set ended_at = slipway_now() where buyer_id = ${buyerId} and ended_at is null`,
  );
}

/** Ends every valid session of these buyers and returns their number. */
export async function endSessionsOfBuyers(database: Queryable, buyerIds: readonly string[]): Promise<number> {
  return database.run(sql`
    update sessions set ended_at = slipway_now()
    where buyer_id = any (${[...buyerIds]}) and ended_at is null and expires_at > slipway_now()`);
}

/** Ends every valid session and returns their number. */
export async function endSessionsOfAllBuyers(database: Queryable): Promise<number> {
  return database.run(sql`
    update sessions set ended_at = slipway_now() where ended_at is null and expires_at > slipway_now()`);
}

/** Ends one session of the buyer by its public id. */
export async function endSessionByPublicId(database: Queryable, buyerId: string, publicId: string): Promise<void> {
  await database.run(sql`
    update sessions set ended_at = slipway_now()
    where buyer_id = ${buyerId} and public_id = ${publicId}::uuid and ended_at is null`);
}

export async function endOtherSessions(database: Queryable, { id, buyerId }: Session): Promise<void> {
  await database.run(sql`
    update sessions set ended_at = slipway_now() where buyer_id = ${buyerId} and id <> ${id} and ended_at is null`);
}

export type LiveSession = BrowserAndSystem & {
  readonly id: number;
  /** The session's public id. */
  readonly sessionId: string;
  readonly country: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
};

/** Returns the sessions that are valid now, last seen first. */
export async function listLiveSessions(database: Queryable, buyerId: string): Promise<LiveSession[]> {
  return database.many<LiveSession>(sql`
    select id, public_id as session_id, browser, system, country, created_at, last_seen_at
    from sessions where buyer_id = ${buyerId} and ended_at is null and expires_at > slipway_now()
    order by last_seen_at desc, id desc`);
}
