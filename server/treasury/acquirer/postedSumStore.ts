import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { LineSubjectKind } from './subjectRules.ts';

/** The sums of the postings to `asset:acquirer` about a subject, by asset in ledger units, and its order; null if unknown. */
export type PostedSums = { readonly orderId: number | null; readonly units: ReadonlyMap<string, bigint> };

/** Queries for the order of a payment, a refund or a dispute, by the acquirer's id for it. */
const ORDERS: Readonly<Record<LineSubjectKind, (subject: string) => Sql>> = {
  payment: (subject) => sql`select order_id from payment_attempts where payment_id = ${subject}`,
  refund: (subject) => sql`
    select order_id from refunds where acquirer_refund_id = ${subject}
    union select order_id from external_refunds where acquirer_refund_id = ${subject}`,
  dispute: (subject) => sql`select order_id from disputes where id = ${subject}`,
};

/** The events with which an order posts the acquirer's movements about the subject. */
const EVENTS: Readonly<Record<LineSubjectKind, (subject: string) => Sql>> = {
  payment: (subject) => sql`e.kind = 'payment_captured' and e.data ->> 'paymentId' = ${subject}`,
  refund: (
    subject,
  ) => sql`e.kind in ('refund_settled', 'refund_failed', 'surplus_returned', 'surplus_return_failed', 'external_refund',
    'external_refund_failed') and e.data ->> 'refundId' in (
    select ${subject} union select id from refunds where acquirer_refund_id = ${subject})`,
  dispute: (subject) => sql`
    e.kind in ('payment_disputed', 'dispute_won', 'dispute_lost', 'dispute_reversed') and e.data ->> 'disputeId' = ${subject}`,
};

/**
 * Returns the sums that were posted about a subject: by the order's events, by a separate booking of the acquirer's fee, and by
 * earlier currency conversions (`acquirer_settled`).
 */
export async function readPostedSums(database: Queryable, kind: LineSubjectKind, subject: string): Promise<PostedSums> {
  const order = await database.maybeOne<{ orderId: number | null }>(
    sql`select order_id from (${ORDERS[kind](subject)}) found limit 1`,
  );
  const rows = await database.many<{ asset: string; units: bigint }>(sql`
    select p.asset, sum(p.units) as units from ledger_postings p
    where p.account = 'asset:acquirer' and p.transaction_id in (
      select t.id from order_events e join orders o on o.id = e.order_id
        join ledger_transactions t on t.order_id = e.order_id and starts_with(t.key, o.order_no || ':' || e.sequence || ':')
        where e.order_id = ${order?.orderId ?? null} and not e.unexpected and ${EVENTS[kind](subject)}
      union select t.id from ledger_transactions t where t.key = ${`${subject}:acquirer_fee`}
      union select t.id from acquirer_lines l
        join ledger_transactions t on t.key = 'acquirer:' || l.acquirer || ':' || l.id
        where l.subject = ${subject} and t.kind = 'acquirer_settled')
    group by p.asset having sum(p.units) <> 0`);
  return { orderId: order?.orderId ?? null, units: new Map(rows.map(({ asset, units }) => [asset, units])) };
}
