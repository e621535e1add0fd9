import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { SignOnAccount } from '../../platform/persons/readPersons.ts';

export type ConsoleSession = {
  readonly person: string;
  readonly keyId: string;
  readonly startedAt: Date;
  readonly activeAt: Date;
  /** The account by which single sign-on has opened it; null where a passkey has. */
  readonly signOn: SignOnAccount | null;
};

/** How long one entry lasts, however much is done. */
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

/** One that has not ended. */
export async function findConsoleSession(database: Queryable, tokenHash: Buffer): Promise<ConsoleSession | undefined> {
  return database.maybeOne<ConsoleSession>(sql`
    select person, key_id as "keyId", started_at as "startedAt", active_at as "activeAt",
      case when sign_on_issuer is not null
        then jsonb_build_object('issuer', sign_on_issuer, 'subject', sign_on_subject) end as "signOn"
    from console_sessions
    where token_hash = ${tokenHash} and ended_at is null
      and started_at > slipway_now() - make_interval(hours => ${LONGEST_HOURS})`);
}

/** So long somebody is taken to be at work who has not touched the console: then it is locked. */
const AT_WORK_MINUTES = 15;

/** Who has the console open and was there lately. */
export async function personsAtWork(database: Queryable): Promise<ReadonlySet<string>> {
  const rows = await database.many<{ person: string }>(sql`
    select distinct person from console_sessions
    where ended_at is null and started_at > slipway_now() - make_interval(hours => ${LONGEST_HOURS})
      and active_at > slipway_now() - make_interval(mins => ${AT_WORK_MINUTES})`);
  return new Set(rows.map(({ person }) => person));
}

/** When somebody was there last: now. */
export async function touchConsoleSession(database: Queryable, tokenHash: Buffer): Promise<Date> {
  const { activeAt } = await database.one<{ activeAt: Date }>(sql`
    update console_sessions set active_at = slipway_now() where token_hash = ${tokenHash} returning active_at as "activeAt"`);
  return activeAt;
}

/** As if nobody had been there for so long. */
export async function lockConsoleSession(database: Queryable, tokenHash: Buffer, idleMs: number): Promise<void> {
  await database.run(sql`
    update console_sessions set active_at = slipway_now() - ${idleMs + 1000}::float8 * interval '1 millisecond'
    where token_hash = ${tokenHash}`);
}

export async function endConsoleSession(database: Queryable, tokenHash: Buffer): Promise<void> {
  await database.run(sql`
    update console_sessions set ended_at = slipway_now() where token_hash = ${tokenHash} and ended_at is null`);
}

/** Who was in is looked for within weeks; who did what stays in the history. */
export async function forgetOldConsoleSessions(database: Queryable): Promise<void> {
  await database.run(sql`delete from console_sessions where started_at < (select slipway_now()) - interval '90 days'`);
}
