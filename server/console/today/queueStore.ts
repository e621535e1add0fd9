import sql from 'sql-template-tag';
import type { ReviewReason } from '../../account/details/reviewStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { UNANSWERED_DISPUTE, WAITING_ORDER } from '../reviews/reviewQueueStore.ts';

type PayAmount = { readonly units: bigint; readonly currency: string; readonly decimals: number };

export type HeldOrder = PayAmount & {
  readonly id: number;
  readonly since: Date;
  /** The buyer's email address; null for a guest. */
  readonly email: string | null;
};

export async function listHeldOrders(database: Queryable, limit: number): Promise<HeldOrder[]> {
  return database.many<HeldOrder>(sql`
    select id::int as id, coalesce((
        select max(e.at) from order_events e
        where e.order_id = orders.id and not e.unexpected and e.to_status = 'on_hold' and e.from_status <> 'on_hold'
      ), created_at) as since,
      case when captured_units = 0 and received_units = 0 then greatest(authorized_units, 0)
        else captured_units + received_units - refunded_units - clawed_back_units end as units,
      pay_currency as currency, pay_decimals::int as decimals,
      (select email from buyers where buyers.id = orders.buyer_id) as email
    from orders where status = 'on_hold' order by id limit ${limit}`);
}

export type OpenDispute = PayAmount & {
  readonly id: string;
  readonly orderNo: string;
  readonly status: 'warned' | 'open';
  readonly reason: string;
  readonly delivered: boolean;
  readonly feeUnits: bigint;
  readonly evidence: string;
  readonly needsConsent: boolean;
  readonly openedAt: Date;
  readonly dueAt: Date | null;
};

/** Returns disputes that can still be answered and have no answer. */
export async function listUnansweredDisputes(database: Queryable, limit: number): Promise<OpenDispute[]> {
  return database.many<OpenDispute>(sql`
    select d.id, o.order_no, d.status, d.reason, o.status = 'delivered' as delivered, d.units,
      d.fee_units, d.evidence, d.needs_consent, d.opened_at, d.due_at, o.pay_currency as currency,
      o.pay_decimals::int as decimals
    from disputes d join orders o on o.id = d.order_id
    where ${UNANSWERED_DISPUTE} order by d.due_at limit ${limit}`);
}

export type RefundWithoutAccount = {
  readonly id: string;
  readonly orderNo: string | null;
  readonly createdAt: Date;
} & PayAmount;

/** Returns bank refunds without a destination account. */
export async function listRefundsWithoutAccount(database: Queryable, limit: number): Promise<RefundWithoutAccount[]> {
  return database.many<RefundWithoutAccount>(sql`
    select r.id, o.order_no, r.created_at, r.units,
      coalesce(o.pay_currency, r.currency) as currency, coalesce(o.pay_decimals, 2)::int as decimals
    from refunds r left join orders o on o.id = r.order_id
    where r.channel = 'bank' and r.status = 'requested' and not r.has_creditor order by r.created_at limit ${limit}`);
}

export type UnmatchedPayment = {
  readonly id: string;
  readonly currency: string;
  readonly units: bigint;
  readonly reason: string | null;
  readonly createdAt: Date;
};

export async function listUnmatchedPayments(database: Queryable, limit: number): Promise<UnmatchedPayment[]> {
  return database.many<UnmatchedPayment>(sql`
    select id, currency, units, reason, created_at from bank_entries
    where status = 'unallocated' and direction = 'credit' order by created_at, id limit ${limit}`);
}

export type OpenBuyerReview = {
  readonly id: number;
  readonly email: string;
  readonly reason: ReviewReason;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly openedAt: Date;
  /** The first of the buyer's orders that waits for the review. */
  readonly orderId: number | null;
};

export async function listOpenBuyerReviews(database: Queryable, limit: number): Promise<OpenBuyerReview[]> {
  return database.many<OpenBuyerReview>(sql`
    select r.id::int as id, (select b.email from buyers b where b.id = r.buyer_id) as email, r.reason, r.facts, r.opened_at, o.id::int as order_id
    from identity_reviews r left join lateral (${WAITING_ORDER}) o on true
    where r.status = 'open' order by r.id limit ${limit}`);
}

/** Returns assignees by `about:subject`. */
export async function readAssignees(database: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await database.many<{ about: string; subject: string; person: string }>(
    sql`select about, subject, person from console_assignments`,
  );
  return new Map(rows.map(({ about, subject, person }) => [`${about}:${subject}`, person]));
}

/** Returns order numbers by order id. */
export async function findOrderNumbers(
  database: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await database.many<{ id: number; orderNo: string }>(
    sql`select id::int as id, order_no from orders where id = any (${[...ids]}::bigint[])`,
  );
  return new Map(rows.map(({ id, orderNo }) => [id, orderNo]));
}
