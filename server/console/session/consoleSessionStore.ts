import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { SignOnAccount } from '../../platform/persons/personRegistry.ts';

export type ConsoleSession = {
  readonly person: string;
  readonly keyId: string;
  readonly startedAt: Date;
  readonly activeAt: Date;
  /** The account used for single sign-on; null for a login with a signed statement. */
  readonly signOn: SignOnAccount | null;
};

/** Longest duration of a session, regardless of activity. */
const LONGEST_HOURS = 12;

export async function insertConsoleSession(
  database: Queryable,
  session: {
    readonly tokenHash: Buffer;
    readonly person: string;
    readonly keyId: string;
    readonly browser: string;
    readonly system: string;
    readonly signOn?: SignOnAccount;
  },
): Promise<void> {
  const { tokenHash, person, keyId, browser, system, signOn } = session;
  await database.run(sql`
    insert into console_sessions
      (token_hash, person, key_id, browser, system, sign_on_issuer, sign_on_subject, started_at, active_at)
    values (${tokenHash}, ${person}, ${keyId}, ${browser}, ${system}, ${signOn?.issuer ?? null},
      ${signOn?.subject ?? null}, slipway_now(), slipway_now())`);
}

/** Returns a session that has not ended. */
export async function findConsoleSession(database: Queryable, tokenHash: Buffer): Promise<ConsoleSession | undefined> {
  return database.maybeOne<ConsoleSession>(sql`
    select person, key_id, started_at, active_at,
      case when sign_on_issuer is not null
        then jsonb_build_object('issuer', sign_on_issuer, 'subject', sign_on_subject) end as sign_on
    from console_sessions
    where token_hash = ${tokenHash} and ended_at is null
      and started_at > slipway_now() - make_interval(hours => ${LONGEST_HOURS})`);
}

/** A person counts as present for this long after their last activity; then the session locks. */
const PRESENT_MINUTES = 15;

/** Returns the people with an open, recently active session. */
export async function findPresentPeople(database: Queryable): Promise<ReadonlySet<string>> {
  const rows = await database.many<{ person: string }>(sql`
    select distinct person from console_sessions
    where ended_at is null and started_at > slipway_now() - make_interval(hours => ${LONGEST_HOURS})
      and active_at > slipway_now() - make_interval(mins => ${PRESENT_MINUTES})`);
  return new Set(rows.map(({ person }) => person));
}

/** Marks the session as active now, and returns this time. */
export async function touchConsoleSession(database: Queryable, tokenHash: Buffer): Promise<Date> {
  const { activeAt } = await database.one<{ activeAt: Date }>(sql`
    update console_sessions set active_at = slipway_now() where token_hash = ${tokenHash} returning active_at`);
  return activeAt;
}

/** Marks the session idle so that it locks. */
export async function markConsoleSessionIdle(database: Queryable, tokenHash: Buffer, idleMs: number): Promise<void> {
  await database.run(sql`
    update console_sessions set active_at = slipway_now() - ${idleMs + 1000}::float8 * interval '1 millisecond'
    where token_hash = ${tokenHash}`);
}

export async function endConsoleSession(database: Queryable, tokenHash: Buffer): Promise<void> {
  await database.run(sql`
    update console_sessions set ended_at = slipway_now() where token_hash = ${tokenHash} and ended_at is null`);
}

/** Deletes old sessions. The audit trail keeps all decisions. */
export async function deleteOldConsoleSessions(database: Queryable): Promise<void> {
  await database.run(sql`delete from console_sessions where started_at < (select slipway_now()) - interval '90 days'`);
}
