import type { MemberRole } from '@slipway/contract/entities/partnerPages.ts';
import sql from 'sql-template-tag';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { shredDataKeys } from '../../platform/personal/dataKeyStore.ts';
import type { DataKeySubject } from '../../platform/personal/personalKeys.ts';
import { sealedRows } from '../../platform/personal/sealedRows.ts';

/** Name and email address, as the member has entered them. */
export type MemberDetails = { readonly name: string; readonly email: string };

const rows = sealedRows<MemberDetails>('partner_members');

const buildSubject = (id: string): DataKeySubject => `partner_member:${id}`;

/** How long an invitation may be used. */
const INVITATION_DAYS = 3;

export type Invitation = { readonly id: string; readonly partnerId: string; readonly role: MemberRole };

/** Stores an invitation and returns when it expires. */
export async function insertInvitation(
  database: Queryable,
  { partnerId, role, codeHash }: { readonly partnerId: string; readonly role: MemberRole; readonly codeHash: Buffer },
): Promise<Date> {
  // Without RETURNING, because the clerk's database role may not read the table.
  await database.run(sql`
    insert into partner_members (partner_id, role, invitation_hash, invited_at, invitation_expires_at)
    values (${partnerId}, ${role}, ${codeHash}, slipway_now(),
      slipway_now() + ${INVITATION_DAYS}::int * interval '1 day')`);
  const { expiresAt } = await database.one<{ expiresAt: Date }>(
    sql`select slipway_now() + ${INVITATION_DAYS}::int * interval '1 day' as expires_at`,
  );
  return expiresAt;
}

/** Returns an invitation that can be used, by the hash of its code. */
export async function findInvitation(database: Queryable, codeHash: Buffer): Promise<Invitation | undefined> {
  return database.maybeOne<Invitation>(sql`
    select id, partner_id, role from partner_members
    where invitation_hash = ${codeHash} and invitation_expires_at > slipway_now() and removed_at is null`);
}

/** Turns an invitation into a member with these details. Returns undefined if the invitation can no longer be used. */
export async function acceptInvitation(
  transaction: Transaction,
  codeHash: Buffer,
  details: MemberDetails,
): Promise<Invitation | undefined> {
  const invitation = await transaction.maybeOne<Invitation>(sql`
    update partner_members set invitation_hash = null, joined_at = slipway_now()
    where invitation_hash = ${codeHash} and invitation_expires_at > slipway_now() and removed_at is null
    returning id, partner_id, role`);
  if (!invitation) return undefined;
  const { id } = invitation;
  const sealed = await rows.seal(transaction, id, buildSubject(id), details);
  await transaction.run(sql`update partner_members set sealed = ${sealed} where id = ${id}`);
  return invitation;
}

export type Member = MemberDetails & {
  readonly id: string;
  readonly partnerId: string;
  readonly role: MemberRole;
  readonly joinedAt: Date;
};

type MemberRow = Omit<Member, keyof MemberDetails> & { readonly sealed: Buffer | null };

const COLUMNS = sql`m.id, m.partner_id, m.role, m.joined_at, m.sealed`;
const IS_MEMBER = sql`m.joined_at is not null and m.removed_at is null`;

async function openMembers(database: Queryable, found: readonly MemberRow[]): Promise<Member[]> {
  const details = await rows.openAll(
    database,
    found.map(({ id, sealed }) => ({ row: id, sealed })),
  );
  return found.flatMap(({ id, partnerId, role, joinedAt }, at) => {
    // Never undefined: `openAll` returns details for each row, or throws.
    const entered = details[at];
    return entered === undefined ? [] : [{ id, partnerId, role, joinedAt, ...entered }];
  });
}

/** Returns the members of a partner in the order in which they joined. */
export async function listMembers(
  database: Queryable,
  partnerId: string,
): Promise<(Member & { readonly lastUsedAt: Date | null })[]> {
  const found = await database.many<MemberRow & { readonly lastUsedAt: Date | null }>(sql`
    select ${COLUMNS}, (select max(last_used_at) from partner_passkeys k where k.member_id = m.id) as last_used_at
    from partner_members m where m.partner_id = ${partnerId} and ${IS_MEMBER} order by m.joined_at, m.id`);
  const lastUses = new Map(found.map(({ id, lastUsedAt }) => [id, lastUsedAt]));
  const members = await openMembers(database, found);
  return members.map((member) => ({ ...member, lastUsedAt: lastUses.get(member.id) ?? null }));
}

/** Returns the names of members by id; without those who were removed. */
export async function findMemberNames(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await database.many<MemberRow>(
    sql`select ${COLUMNS} from partner_members m where m.id = any(${[...ids]}::uuid[]) and ${IS_MEMBER}`,
  );
  return new Map((await openMembers(database, found)).map(({ id, name }) => [id, name]));
}

export type OpenInvitation = {
  readonly id: string;
  readonly role: MemberRole;
  readonly invitedAt: Date;
  readonly expiresAt: Date;
};

/** Returns the invitations of a partner that can be used, newest first. */
export async function listInvitations(database: Queryable, partnerId: string): Promise<OpenInvitation[]> {
  return database.many<OpenInvitation>(sql`
    select id, role, invited_at, invitation_expires_at as expires_at from partner_members
    where partner_id = ${partnerId} and removed_at is null and joined_at is null
      and invitation_expires_at > slipway_now()
    order by invited_at desc, id`);
}

/**
 * Locks the owners of a partner until the transaction ends, so that two owners cannot remove each other. Returns the owners'
 * ids.
 */
export async function lockOwners(transaction: Transaction, partnerId: string): Promise<ReadonlySet<string>> {
  const owners = await transaction.many<{ id: string }>(sql`
    select id from partner_members m
    where m.partner_id = ${partnerId} and m.role = 'owner' and ${IS_MEMBER} order by id for update`);
  return new Set(owners.map(({ id }) => id));
}

/**
 * Removes a member of this partner or withdraws an invitation: erases name, email address and passkeys, and ends the
 * sessions. Returns false if the partner has no such member or invitation.
 */
export async function deleteMember(transaction: Transaction, partnerId: string, id: string): Promise<boolean> {
  const removed = await transaction.run(sql`
    update partner_members set removed_at = slipway_now(), sealed = null, invitation_hash = null
    where id = ${id}::uuid and partner_id = ${partnerId} and removed_at is null`);
  if (removed === 0) return false;
  await transaction.run(sql`delete from partner_passkeys where member_id = ${id}::uuid`);
  await transaction.run(sql`
    update partner_member_sessions set ended_at = slipway_now() where member_id = ${id}::uuid and ended_at is null`);
  await shredDataKeys(transaction, [buildSubject(id)]);
  return true;
}

/** Longest duration of a session, and how long it lasts without a request. */
const LONGEST_HOURS = 12;
const IDLE_MINUTES = 60;

export async function insertMemberSession(
  transaction: Transaction,
  { memberId, tokenHash }: { readonly memberId: string; readonly tokenHash: Buffer },
): Promise<void> {
  await transaction.run(sql`
    insert into partner_member_sessions (token_hash, member_id, started_at, active_at)
    values (${tokenHash}, ${memberId}::uuid, slipway_now(), slipway_now())`);
}

/** Returns the member of a session that has not ended, and marks the session as active, at most once a minute. */
export async function findSessionMember(database: Queryable, tokenHash: Buffer): Promise<Member | undefined> {
  const found = await database.maybeOne<MemberRow & { readonly isStale: boolean }>(sql`
    select ${COLUMNS}, s.active_at < slipway_now() - interval '1 minute' as is_stale
    from partner_member_sessions s join partner_members m on m.id = s.member_id
    where s.token_hash = ${tokenHash} and s.ended_at is null and ${IS_MEMBER}
      and s.started_at > slipway_now() - make_interval(hours => ${LONGEST_HOURS})
      and s.active_at > slipway_now() - make_interval(mins => ${IDLE_MINUTES})`);
  if (!found) return undefined;
  const { isStale, ...row } = found;
  if (isStale)
    await database.run(
      sql`update partner_member_sessions set active_at = slipway_now() where token_hash = ${tokenHash}`,
    );
  const [member] = await openMembers(database, [row]);
  return member;
}

export async function endMemberSession(database: Queryable, tokenHash: Buffer): Promise<void> {
  await database.run(sql`
    update partner_member_sessions set ended_at = slipway_now() where token_hash = ${tokenHash} and ended_at is null`);
}

/** Returns a member who has joined and was not removed. */
export async function findMember(database: Queryable, id: string): Promise<Member | undefined> {
  const found = await database.many<MemberRow>(
    sql`select ${COLUMNS} from partner_members m where m.id = ${id}::uuid and ${IS_MEMBER}`,
  );
  const [member] = await openMembers(database, found);
  return member;
}

/** Deletes old sessions, and invitations that expired unused long ago. Run periodically by the worker. */
export async function deleteOldMemberSessions(database: Database): Promise<void> {
  await database.run(
    sql`delete from partner_member_sessions where started_at < (select slipway_now()) - interval '90 days'`,
  );
  await database.run(sql`
    delete from partner_members
    where joined_at is null and invitation_expires_at < (select slipway_now()) - interval '30 days'`);
}
