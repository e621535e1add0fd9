import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** A line of the ledger's account at the acquirer. */
export type AcquirerPosting = {
  readonly key: string;
  /** The acquirer's id of the payment, the refund or the dispute that it is about; null where its key says it. */
  readonly subject: string | null;
  readonly asset: string;
  readonly units: bigint;
  readonly at: Date;
};

export async function acquirerPostings(database: Queryable, place: string, since: Date): Promise<AcquirerPosting[]> {
  return database.many<AcquirerPosting>(sql`
    select t.key, p.asset, p.units, t.at, coalesce(
      case
        when e.kind = 'payment_captured' then e.data ->> 'paymentId'
        when e.kind in ('refund_settled', 'refund_failed', 'surplus_returned', 'surplus_return_failed',
          'refund_elsewhere', 'refund_elsewhere_failed')
          then coalesce(r.acquirer_refund_id, e.data ->> 'refundId')
        when e.kind in ('payment_disputed', 'dispute_won', 'dispute_lost', 'dispute_reversed')
          then coalesce(e.data ->> 'disputeId', e.data ->> 'paymentId')
      end, l.grouped_by) as subject
    from ledger_transactions t
    join ledger_postings p on p.transaction_id = t.id and p.account = 'asset:acquirer'
    left join orders o on o.id = t.order_id
    left join order_events e on e.order_id = t.order_id and t.key = o.order_no || ':' || e.sequence || ':' || t.kind
    left join refunds r on r.id = e.data ->> 'refundId'
    left join reconciliation_lines l on l.place = ${place} and t.key = ${place} || ':' || l.id
    where t.at >= ${since} or t.order_id is null`);
}
