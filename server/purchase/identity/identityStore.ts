import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import sql from 'sql-template-tag';
import { addPersonMarks } from '../../account/personStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { sealedRows } from '../../platform/personal/sealedRows.ts';
import type { IdentityStatus } from '../../providers/identity/identityPort.ts';

export type StoredCheck = {
  readonly status: IdentityStatus;
  readonly retryable: boolean;
  readonly message: string;
};

/** What the verifier has said of the documents. */
type Said = Pick<StoredCheck, 'message'>;

const sealedWords = sealedRows<Said>('identity_checks', { message: '' });

export async function findCheck(database: Queryable, buyerId: string): Promise<StoredCheck | undefined> {
  const found = await database.maybeOne<Omit<StoredCheck, 'message'> & { sealed: Buffer | null }>(
    sql`select status, retryable, sealed from identity_checks where buyer_id = ${buyerId}`,
  );
  if (!found) return undefined;
  const { sealed, ...check } = found;
  return { ...check, ...(await sealedWords.open(database, { row: buyerId, sealed })) };
}

export async function openCheckRecord(database: Queryable, buyerId: string, provider: string): Promise<void> {
  await database.run(sql`
    insert into identity_checks (buyer_id, provider, status, opened_at, updated_at)
    values (${buyerId}, ${provider}, 'needs_info', slipway_now(), slipway_now()) on conflict (buyer_id) do nothing`);
}

export async function updateCheck(
  database: Queryable,
  buyerId: string,
  news: StoredCheck & { readonly provider: string; readonly applicantId: string },
): Promise<void> {
  const { message } = news;
  const sealed = message === '' ? null : await sealedWords.seal(database, buyerId, `buyer:${buyerId}`, { message });
  await database.run(sql`
    insert into identity_checks (buyer_id, provider, applicant_id, status, retryable, sealed, opened_at, updated_at, accepted_at)
    values (${buyerId}, ${news.provider}, ${news.applicantId}, ${news.status}, ${news.retryable}, ${sealed},
      slipway_now(), slipway_now(), case when ${news.status} = 'accepted' then slipway_now() end)
    on conflict (buyer_id) do update set applicant_id = excluded.applicant_id, status = excluded.status,
      retryable = excluded.retryable, sealed = excluded.sealed, updated_at = excluded.updated_at,
      accepted_at = case when excluded.status = 'accepted' then coalesce(identity_checks.accepted_at, excluded.accepted_at) end`);
  await addPersonMarks(database, buyerId, { applicantId: news.applicantId });
}

/** How long the verifier's last answer is told to a buyer's pages without another question. */
const ANSWER_HOLDS_SECONDS = 3;
/** Longer than any question: a process that dies while it asks leaves the next one to others after this. */
const QUESTION_LEASE_SECONDS = 60;

/** Whether a page of this buyer may ask the verifier: false while another one does, or has just been answered. */
export async function openQuestion(database: Queryable, buyerId: string): Promise<boolean> {
  const mine = await database.maybeOne(sql`
    update buyers set identity_asked_until = slipway_now() + ${QUESTION_LEASE_SECONDS} * interval '1 second'
    where id = ${buyerId} and (identity_asked_until is null or identity_asked_until <= slipway_now()) returning 1 as mine`);
  return mine !== undefined;
}

export async function closeQuestion(database: Queryable, buyerId: string): Promise<void> {
  await database.run(sql`
    update buyers set identity_asked_until = slipway_now() + ${ANSWER_HOLDS_SECONDS} * interval '1 second'
    where id = ${buyerId}`);
}

/** Where a refused document keeps money from being taken, or coins from being sent. */
const STOPPED_BY_IDENTITY = [
  'awaiting_identity',
  'awaiting_consent',
  'capturing',
  'paid',
  'converting',
  'converted',
] as const satisfies readonly OrderStatus[];

/** Orders of a buyer to which news about their identity matters, wherever they are held. */
export async function ordersWaitingForIdentity(database: Queryable, buyerId: string): Promise<number[]> {
  const rows = await database.many<{ id: number }>(sql`
    select id from orders where buyer_id = ${buyerId}
      and coalesce(held_from, status) = any(${[...STOPPED_BY_IDENTITY]})`);
  return rows.map((row) => row.id);
}
