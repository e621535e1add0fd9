import type { SessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../platform/database/database.ts';

/** The terms that a partner has fixed for one purchase. */
export type PartnerSession = {
  readonly id: string;
  readonly partnerId: string;
  readonly terms: SessionTerms;
};

type Opener = { readonly openerHash: Buffer };
type Proof = { readonly proofHash: Buffer };

/** Stores a session that was not opened yet; returns when it expires. */
export async function insertPartnerSession(
  database: Queryable,
  { id, partnerId, terms, openerHash, seconds }: PartnerSession & Opener & { readonly seconds: number },
): Promise<Date> {
  const { expiresAt } = await database.one<{ expiresAt: Date }>(sql`
    insert into partner_sessions (id, partner_id, opener_hash, terms, created_at, expires_at)
    values (${id}, ${partnerId}, ${openerHash}, ${JSON.stringify(terms)}, slipway_now(),
      slipway_now() + ${seconds}::int * interval '1 second')
    returning expires_at`);
  return expiresAt;
}

/**
 * Stores a link as an opened session. Throws a unique violation on `partner_sessions_opener_hash_key` if the link was used
 * before.
 */
export async function insertOpenedSession(
  database: Queryable,
  { id, partnerId, terms, openerHash, proofHash }: PartnerSession & Opener & Proof,
): Promise<void> {
  await database.run(sql`
    insert into partner_sessions (id, partner_id, opener_hash, terms, created_at, expires_at, opened_at, proof_hash)
    values (${id}, ${partnerId}, ${openerHash}, ${JSON.stringify(terms)}, slipway_now(), slipway_now(), slipway_now(),
      ${proofHash})`);
}

/** Opens a session, once; returns undefined if it was opened before, has expired or does not exist. */
export async function openPartnerSession(
  database: Queryable,
  { openerHash, proofHash }: Opener & Proof,
): Promise<PartnerSession | undefined> {
  return database.maybeOne<PartnerSession>(sql`
    update partner_sessions set opened_at = slipway_now(), proof_hash = ${proofHash}
    where opener_hash = ${openerHash} and opened_at is null and expires_at > slipway_now()
    returning id, partner_id, terms`);
}

/** Returns whether a session can still be opened. */
export async function isOpenable(database: Queryable, id: string): Promise<boolean> {
  const found = await database.maybeOne(sql`
    select id from partner_sessions where id = ${id} and opened_at is null and expires_at > slipway_now()`);
  return found !== undefined;
}

/**
 * Returns the partner of a session that could not be opened, and whether it was opened before; undefined for a token that
 * was never issued or whose session is deleted.
 */
export async function findUnopenable(
  database: Queryable,
  { openerHash }: Opener,
): Promise<{ readonly partnerId: string; readonly wasOpened: boolean } | undefined> {
  return database.maybeOne(sql`
    select partner_id, opened_at is not null as was_opened
    from partner_sessions where opener_hash = ${openerHash}`);
}

/** Returns the session if it was opened with the same proof, for a page that lost the answer; else undefined. */
export async function findReopened(
  database: Queryable,
  { openerHash, proofHash }: Opener & Proof,
): Promise<PartnerSession | undefined> {
  return database.maybeOne<PartnerSession>(sql`
    select id, partner_id, terms from partner_sessions
    where opener_hash = ${openerHash} and proof_hash = ${proofHash}`);
}

/** Returns an opened session by its proof; undefined once it is too old to create orders. */
export async function findOpenedSession(
  database: Queryable,
  { proofHash, hours }: Proof & { readonly hours: number },
): Promise<PartnerSession | undefined> {
  return database.maybeOne<PartnerSession>(sql`
    select id, partner_id, terms from partner_sessions
    where proof_hash = ${proofHash} and opened_at > slipway_now() - ${hours}::int * interval '1 hour'`);
}

const KEPT_DAYS = 30;

/** Deletes sessions after thirty days: they can neither be opened nor create an order. Run periodically by the worker. */
export async function deleteOldPartnerSessions(database: Database): Promise<void> {
  await database.run(
    sql`delete from partner_sessions where created_at < (select slipway_now()) - ${KEPT_DAYS}::int * interval '1 day'`,
  );
}

export type ListedSession = {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly openedAt: Date | null;
  readonly isExpired: boolean;
  /** The newest order that was created in the session; null for none. */
  readonly orderNo: string | null;
};

/** Returns the newest sessions of a partner, without the tokens that open them. */
export async function listPartnerSessions(
  database: Queryable,
  partnerId: string,
  most: number,
): Promise<ListedSession[]> {
  return database.many<ListedSession>(sql`
    select s.id, s.created_at, s.expires_at, s.opened_at,
      s.opened_at is null and s.expires_at <= slipway_now() as is_expired,
      (select o.order_no from orders o
        where o.partner_id = ${partnerId} and o.partner_session = s.id and o.partner_session <> ''
        order by o.id desc limit 1) as order_no
    from partner_sessions s where s.partner_id = ${partnerId} order by s.created_at desc, s.id desc limit ${most}`);
}
