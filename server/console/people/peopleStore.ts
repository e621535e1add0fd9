import type { Role } from '@slipway/contract/entities/roles.ts';
import sql from 'sql-template-tag';
import { type OperatorRequest, REQUEST_COLUMNS } from '../../action/requests/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { computeKeyId } from '../../platform/persons/credential.ts';

export type InvitationRow = {
  readonly name: string;
  readonly roles: Role[];
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly joinedAt: Date | null;
  /** Id of the submitted key. */
  readonly keyId: string | null;
};

/** Returns the invitations of the last 30 days. */
export async function listRecentInvitations(database: Queryable): Promise<InvitationRow[]> {
  const rows = await database.many<Omit<InvitationRow, 'keyId'> & { publicKey: Buffer | null }>(sql`
    select name, roles, invited_by, created_at, expires_at,
      joined_at, public_key
    from invitations where created_at > slipway_now() - interval '30 days' order by id desc limit 50`);
  return rows.map(({ publicKey, ...row }) => ({
    ...row,
    keyId: publicKey && computeKeyId({ publicKey: publicKey.toString('base64') }),
  }));
}

/** Returns when each person last logged in. */
export async function readLastLogins(database: Queryable): Promise<ReadonlyMap<string, Date>> {
  const rows = await database.many<{ person: string; at: Date }>(
    sql`select person, max(started_at) as at from console_sessions group by person`,
  );
  return new Map(rows.map(({ person, at }) => [person, at]));
}

export type SessionRow = {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly person: string;
  readonly keyId: string;
  readonly browser: string;
  readonly system: string;
  readonly startedAt: Date;
  readonly activeAt: Date;
  readonly bySignOn: boolean;
};

/**
 * Returns the open sessions of one person or of all. An id is a prefix of the token's hash, which cannot be used to log
 * in.
 */
export async function listOpenSessions(database: Queryable, person: string | undefined): Promise<SessionRow[]> {
  return database.many<SessionRow>(sql`
    select left(encode(token_hash, 'hex'), 16) as id, token_hash, person,
      key_id, browser, system, started_at, active_at, sign_on_issuer is not null as by_sign_on
    from console_sessions
    where ended_at is null and started_at > slipway_now() - interval '12 hours'
      and (${person ?? null}::text is null or person = ${person ?? null})
    order by active_at desc limit 200`);
}

/** Returns requests: decided ones newest first, open ones oldest first. */
export async function listRequests(
  database: Queryable,
  {
    which,
    before,
    subject,
  }: {
    readonly which: 'open' | 'decided';
    readonly before?: number | undefined;
    readonly subject?: string | undefined;
  },
): Promise<OperatorRequest[]> {
  const hasSubject = sql`(${subject ?? null}::text is null or subject = ${subject ?? null})`;
  if (which === 'open')
    return database.many<OperatorRequest>(sql`
      select ${REQUEST_COLUMNS} from operator_requests
      where status in ('waiting', 'approved') and ${hasSubject} order by id limit 200`);
  return database.many<OperatorRequest>(sql`
    select ${REQUEST_COLUMNS} from operator_requests
    where status in ('done', 'rejected', 'refused') and ${hasSubject} and id < ${before ?? 2 ** 31}
    order by id desc limit 50`);
}
