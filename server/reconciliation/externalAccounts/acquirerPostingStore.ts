import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { joinFactKey, joinOrderEvent, joinPostings } from './entryJoinStore.ts';

/** A posting to the ledger's account at the acquirer. */
export type AcquirerPosting = {
  /** The key of the ledger entry. */
  readonly key: string;
  /** The acquirer's id of the payment, refund or dispute; null if it has to be read from `key`. */
  readonly subject: string | null;
  readonly asset: string;
  readonly units: bigint;
  readonly at: Date;
};

/** Returns the postings since a time, and all that belong to no order. `place`: the external account's id. */
export async function findAcquirerPostings(
  database: Queryable,
  place: string,
  since: Date,
): Promise<AcquirerPosting[]> {
  return database.many<AcquirerPosting>(sql`
    select t.key, p.asset, p.units, t.at, coalesce(
      case
        when e.kind = 'payment_captured' then e.data ->> 'paymentId'
        when e.kind in ('refund_settled', 'refund_failed', 'surplus_returned', 'surplus_return_failed',
          'external_refund', 'external_refund_failed')
          then coalesce(
            (select r.acquirer_refund_id from refunds r where r.id = e.data ->> 'refundId'), e.data ->> 'refundId')
        when e.kind in ('payment_disputed', 'dispute_won', 'dispute_lost', 'dispute_reversed')
          then coalesce(e.data ->> 'disputeId', e.data ->> 'paymentId')
      end, (
        select l.grouped_by from reconciliation_lines l
        where l.place = ${place} and l.id = substr(fact.key, length(${place}) + 2)
          and starts_with(fact.key, ${`${place}:`})
      )) as subject
    from ledger_transactions t
    ${joinPostings('asset:acquirer')}
    ${joinOrderEvent}
    ${joinFactKey}
    where t.at >= ${since} or t.order_id is null`);
}
