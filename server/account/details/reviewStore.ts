import sql from 'sql-template-tag';
import { raiseAlert, settleAlertByKey } from '../../notification/alertStore.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** Why a buyer needs a review. */
export type ReviewReason = 'name_listed' | 'answer_changed' | 'document_differs';

export type ReviewStatus = 'open' | 'approved' | 'refused';

export type ReviewQuestion = {
  readonly reason: ReviewReason;
  /** A digest of what is reviewed. */
  readonly subject: string;
  /** Contains fields, scores and list entries, never what the buyer entered. */
  readonly facts: Readonly<Record<string, unknown>>;
};

export type IdentityReview = ReviewQuestion & {
  readonly id: number;
  readonly buyerId: string;
  readonly status: ReviewStatus;
  readonly openedAt: Date;
};

const COLUMNS = sql`id, buyer_id, reason, subject, facts, status, opened_at`;

function formatAlertKey(id: number): string {
  return `identity_review:${id}`;
}

/**
 * Creates the review unless it exists, and returns it. Raises an alert if it is open; repeated calls raise no second
 * alert.
 */
export async function ensureReview(
  transaction: Transaction,
  buyerId: string,
  { reason, subject, facts }: ReviewQuestion,
): Promise<Pick<IdentityReview, 'id' | 'status'>> {
  const review = await transaction.one<Pick<IdentityReview, 'id' | 'status'>>(sql`
    insert into identity_reviews (buyer_id, reason, subject, facts, status, opened_at)
    values (${buyerId}, ${reason}, ${subject}, ${JSON.stringify(facts)}, 'open', slipway_now())
    on conflict (buyer_id, reason, subject) do update set subject = excluded.subject
    returning id, status`);
  const alert = { key: formatAlertKey(review.id), orderId: null, facts: { review: review.id, reason, buyer: buyerId } };
  if (review.status === 'open') await raiseAlert(transaction, { ...alert, kind: 'identity_review' });
  return review;
}

/** Deletes the open reviews of details that the buyer entered, except the given ones, and settles their alerts. */
export async function withdrawReviews(
  transaction: Transaction,
  buyerId: string,
  except: readonly number[],
): Promise<void> {
  const withdrawn = await transaction.many<{ id: number }>(sql`
    delete from identity_reviews where buyer_id = ${buyerId} and status = 'open' and reason <> 'document_differs'
      and not id = any(${[...except]}::bigint[]) returning id`);
  for (const { id } of withdrawn) await settleAlertByKey(transaction, formatAlertKey(id), 'slipway');
}

export async function lockReview(transaction: Transaction, id: number): Promise<IdentityReview | undefined> {
  return transaction.maybeOne<IdentityReview>(sql`select ${COLUMNS} from identity_reviews where id = ${id} for update`);
}

export async function findReview(database: Queryable, id: number): Promise<IdentityReview | undefined> {
  return database.maybeOne<IdentityReview>(sql`select ${COLUMNS} from identity_reviews where id = ${id}`);
}

export async function findReviews(database: Queryable, ids: readonly number[]): Promise<IdentityReview[]> {
  return database.many<IdentityReview>(
    sql`select ${COLUMNS} from identity_reviews where id = any(${[...ids]}::bigint[])`,
  );
}

/** Returns every review of a buyer, newest first. */
export async function listBuyerReviews(
  database: Queryable,
  buyerId: string,
): Promise<(IdentityReview & { readonly decidedAt: Date | null })[]> {
  return database.many(sql`
    select ${COLUMNS}, decided_at from identity_reviews where buyer_id = ${buyerId} order by id desc`);
}

/** Returns open reviews, oldest first. */
export async function listOpenReviews(database: Queryable, limit: number): Promise<IdentityReview[]> {
  return database.many<IdentityReview>(
    sql`select ${COLUMNS} from identity_reviews where status = 'open' order by id limit ${limit}`,
  );
}

/** Returns whether another review of details that the buyer entered is open. */
export async function hasOtherOpenReview(transaction: Transaction, { id, buyerId }: IdentityReview): Promise<boolean> {
  const found = await transaction.maybeOne(sql`
    select 1 from identity_reviews where buyer_id = ${buyerId} and id <> ${id} and status = 'open'
      and reason <> 'document_differs'`);
  return found !== undefined;
}

/** Stores the decision of a review and settles its alert. */
export async function decideReview(
  transaction: Transaction,
  id: number,
  status: 'approved' | 'refused',
  who: string,
): Promise<void> {
  await transaction.run(
    sql`update identity_reviews set status = ${status}, decided_at = slipway_now() where id = ${id}`,
  );
  await settleAlertByKey(transaction, formatAlertKey(id), who);
}

export type AnsweredField = 'name' | 'birthDate' | 'citizenship';

export async function recordRefusedAnswer(database: Queryable, buyerId: string, field: AnsweredField): Promise<void> {
  await database.run(sql`
    insert into refused_answers (buyer_id, field, refused_at) values (${buyerId}, ${field}, slipway_now())
    on conflict (buyer_id, field) do update set refused_at = excluded.refused_at`);
}

export async function listRefusedFields(database: Queryable, buyerId: string): Promise<AnsweredField[]> {
  const rows = await database.many<{ field: AnsweredField }>(
    sql`select field from refused_answers where buyer_id = ${buyerId} order by field`,
  );
  return rows.map(({ field }) => field);
}
