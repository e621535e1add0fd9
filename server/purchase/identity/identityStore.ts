import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import sql from 'sql-template-tag';
import { addPersonMarks } from '../../account/personStore.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { sealedRows } from '../../platform/personal/sealedRows.ts';
import type { IdentityStatus } from '../../providers/identity/identityPort.ts';

export type StoredIdentityCheck = {
  readonly status: IdentityStatus;
  readonly retryable: boolean;
  readonly message: string;
};

/** The verifier's message about the documents. */
type VerifierMessage = Pick<StoredIdentityCheck, 'message'>;

const sealedMessages = sealedRows<VerifierMessage>('identity_checks', { message: '' });

export async function findIdentityCheck(
  database: Queryable,
  buyerId: string,
): Promise<StoredIdentityCheck | undefined> {
  const found = await database.maybeOne<Omit<StoredIdentityCheck, 'message'> & { sealed: Buffer | null }>(
    sql`select status, retryable, sealed from identity_checks where buyer_id = ${buyerId}`,
  );
  if (!found) return undefined;
  const { sealed, ...check } = found;
  return { ...check, ...(await sealedMessages.open(database, { row: buyerId, sealed })) };
}

export async function insertIdentityCheck(database: Queryable, buyerId: string, provider: string): Promise<void> {
  await database.run(sql`
    insert into identity_checks (buyer_id, provider, status, opened_at, updated_at)
    values (${buyerId}, ${provider}, 'needs_info', slipway_now(), slipway_now()) on conflict (buyer_id) do nothing`);
}

export async function updateIdentityCheck(
  database: Queryable,
  buyerId: string,
  news: StoredIdentityCheck & { readonly provider: string; readonly applicantId: string },
): Promise<void> {
  const { message } = news;
  const sealed = message === '' ? null : await sealedMessages.seal(database, buyerId, `buyer:${buyerId}`, { message });
  await database.run(sql`
    insert into identity_checks (buyer_id, provider, applicant_id, status, retryable, sealed, opened_at, updated_at, accepted_at)
    values (${buyerId}, ${news.provider}, ${news.applicantId}, ${news.status}, ${news.retryable}, ${sealed},
      slipway_now(), slipway_now(), case when ${news.status} = 'accepted' then slipway_now() end)
    on conflict (buyer_id) do update set applicant_id = excluded.applicant_id, status = excluded.status,
      retryable = excluded.retryable, sealed = excluded.sealed, updated_at = excluded.updated_at,
      accepted_at = case when excluded.status = 'accepted' then coalesce(identity_checks.accepted_at, excluded.accepted_at) end`);
  await addPersonMarks(database, buyerId, { applicantId: news.applicantId });
}

/** Returns whether a check of the buyer was stored after this time, to the millisecond. */
export async function isCheckStoredAfter(transaction: Transaction, buyerId: string, time: Date): Promise<boolean> {
  const stored = await transaction.maybeOne(sql`
    select 1 from identity_checks where buyer_id = ${buyerId} and date_trunc('milliseconds', updated_at) > ${time}`);
  return stored !== undefined;
}

/** How long the verifier's last answer is reused for a buyer's pages. */
const ANSWER_REUSE_SECONDS = 3;
/** Longer than any query: if a process ends during a query, other processes may query after this time. */
const QUERY_LEASE_SECONDS = 60;

/**
 * Reserves a query of the verifier for a page of this buyer. Returns false while another page's query is in progress, and
 * shortly after its answer.
 */
export async function acquireVerifierQuery(database: Queryable, buyerId: string): Promise<boolean> {
  const mine = await database.maybeOne(sql`
    update buyers set identity_asked_until = slipway_now() + ${QUERY_LEASE_SECONDS} * interval '1 second'
    where id = ${buyerId} and (identity_asked_until is null or identity_asked_until <= slipway_now()) returning 1 as mine`);
  return mine !== undefined;
}

/** Ends the reservation. The next query is allowed after {@link ANSWER_REUSE_SECONDS}. */
export async function releaseVerifierQuery(database: Queryable, buyerId: string): Promise<void> {
  await database.run(sql`
    update buyers set identity_asked_until = slipway_now() + ${ANSWER_REUSE_SECONDS} * interval '1 second'
    where id = ${buyerId}`);
}

/** Statuses in which a rejected document still prevents a capture or a payout. */
const AFFECTED_STATUSES = [
  'awaiting_identity',
  'awaiting_consent',
  'capturing',
  'paid',
  'converting',
  'converted',
] as const satisfies readonly OrderStatus[];

/** Returns orders of a buyer that are affected by identity results, including held ones. */
export async function listOrdersAffectedByIdentity(database: Queryable, buyerId: string): Promise<number[]> {
  const rows = await database.many<{ id: number }>(sql`
    select id from orders where buyer_id = ${buyerId}
      and coalesce(held_from, status) = any(${[...AFFECTED_STATUSES]})`);
  return rows.map((row) => row.id);
}
