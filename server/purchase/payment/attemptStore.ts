import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { CardDetails } from '../../providers/card/cardPort.ts';
import type { Reserved } from '../../risk/reserveLimits.ts';

/**
 * Statuses in order of precedence: a late answer of the acquirer never replaces a later status. A declined attempt may still
 * become authorized, and `captured` is final.
 */
const ATTEMPT_STATUSES = ['submitted', 'requires_action', 'declined', 'authorized', 'voided', 'captured'] as const;

export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

/** One press of Pay. Retries by Slipway never create another attempt. */
export type PaymentAttempt = {
  readonly id: string;
  readonly orderId: number;
  readonly submissionId: string;
  readonly confirmationToken: string | null;
  readonly savedCardId: string | null;
  readonly saveCard: boolean;
  readonly status: AttemptStatus;
  readonly paymentId: string | null;
  readonly clientSecret: string | null;
  readonly refusal: string | null;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly fingerprint: string | null;
  readonly cardCountry: string | null;
};

const COLUMNS = sql`id, order_id, submission_id, confirmation_token,
  saved_card_id, save_card, status, payment_id,
  client_secret, refusal, brand, last4, fingerprint, card_country`;

export async function findAttempt(database: Queryable, id: string): Promise<PaymentAttempt | undefined> {
  return database.maybeOne<PaymentAttempt>(sql`select ${COLUMNS} from payment_attempts where id = ${id}`);
}

export async function findAttemptBySubmission(
  database: Queryable,
  orderId: number,
  submissionId: string,
): Promise<PaymentAttempt | undefined> {
  return database.maybeOne<PaymentAttempt>(
    sql`select ${COLUMNS} from payment_attempts where order_id = ${orderId} and submission_id = ${submissionId}`,
  );
}

export async function findAttemptByPayment(
  database: Queryable,
  paymentId: string,
): Promise<PaymentAttempt | undefined> {
  return database.maybeOne<PaymentAttempt>(
    sql`select ${COLUMNS} from payment_attempts where payment_id = ${paymentId}`,
  );
}

/** Returns the newest attempt of an order, in any status. */
export async function findNewestAttempt(database: Queryable, orderId: number): Promise<PaymentAttempt | undefined> {
  return database.maybeOne<PaymentAttempt>(
    sql`select ${COLUMNS} from payment_attempts where order_id = ${orderId} order by created_at desc limit 1`,
  );
}

declare const withinLimit: unique symbol;

/** The id of a saved card that may pay: `reserveSavedCard` has checked its daily limit while it held the attempt's locks. */
export type ReservedCard = string & { readonly [withinLimit]: true };

/**
 * Returns the euro cents of a buyer's orders for which a saved card was used within a day, except one order. Declined and
 * voided attempts do not count.
 */
export async function sumSavedCardEuroCents(
  { transaction }: Reserved<'attempt'>,
  buyerId: string,
  exceptOrderId: number,
): Promise<bigint> {
  const { sum } = await transaction.one<{ sum: bigint }>(sql`
    with moment as materialized (select slipway_now() - interval '1 day' as yesterday)
    select coalesce(sum(o.euro_cents), 0) as sum from orders o
    where o.buyer_id = ${buyerId} and o.id <> ${exceptOrderId} and exists (
      select 1 from payment_attempts a where a.order_id = o.id and a.saved_card_id is not null
        and a.status <> all(${['declined', 'voided'] satisfies AttemptStatus[]})
        and a.created_at >= (select yesterday from moment))`);
  return sum;
}

export async function insertAttempt(
  { transaction }: Reserved<'attempt'>,
  attempt: Pick<PaymentAttempt, 'id' | 'orderId' | 'submissionId' | 'confirmationToken' | 'saveCard'> & {
    readonly savedCardId: ReservedCard | null;
  },
): Promise<void> {
  await transaction.run(sql`
    insert into payment_attempts (id, order_id, submission_id, confirmation_token, saved_card_id, save_card, status, created_at, updated_at)
    values (${attempt.id}, ${attempt.orderId}, ${attempt.submissionId}, ${attempt.confirmationToken},
      ${attempt.savedCardId}, ${attempt.saveCard}, 'submitted', slipway_now(), slipway_now())`);
}

/** Stores the acquirer's view of the payment; a status that precedes the stored one changes nothing. */
export async function updateAttempt(
  database: Queryable,
  id: string,
  news: {
    readonly status: AttemptStatus;
    readonly paymentId: string | null;
    readonly clientSecret: string | null;
    readonly refusal: string | null;
    readonly card: CardDetails | undefined;
  },
): Promise<void> {
  await database.run(sql`
    update payment_attempts set status = ${news.status}, payment_id = coalesce(${news.paymentId}, payment_id),
      client_secret = coalesce(${news.clientSecret}, client_secret), refusal = ${news.refusal},
      payment_method_id = coalesce(${news.card?.paymentMethodId ?? null}, payment_method_id),
      brand = coalesce(${news.card?.brand ?? null}, brand), last4 = coalesce(${news.card?.last4 ?? null}, last4),
      expiry_month = coalesce(${news.card?.expiryMonth ?? null}, expiry_month),
      expiry_year = coalesce(${news.card?.expiryYear ?? null}, expiry_year),
      fingerprint = coalesce(${news.card?.fingerprint ?? null}, fingerprint),
      card_country = coalesce(${news.card?.country ?? null}, card_country), updated_at = slipway_now()
    where id = ${id}
      and array_position(${ATTEMPT_STATUSES}::text[], status) <= array_position(${ATTEMPT_STATUSES}::text[], ${news.status})`);
}

/** Marks the fee of a payment as booked. Returns true only at the first call, so that it is booked once. */
export async function markFeeBooked(transaction: Transaction, id: string): Promise<boolean> {
  const marked = await transaction.run(
    sql`update payment_attempts set fee_booked = true where id = ${id} and not fee_booked`,
  );
  return marked > 0;
}
