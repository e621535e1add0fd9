import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type ReviewedDispute = {
  readonly id: string;
  readonly orderId: number;
  /** The acquirer's reason code. */
  readonly reason: string;
  readonly status: 'warned' | 'open' | 'won' | 'lost';
  /** In minor units of the order's pay currency. */
  readonly units: bigint;
  readonly heldUnits: bigint;
  readonly feeUnits: bigint;
  readonly openedAt: Date;
  readonly dueAt: Date | null;
  readonly answered: boolean;
  readonly evidence: 'none' | 'sending' | 'sent' | 'refused';
  /** The person who sends the evidence; null if it is sent automatically, or none was sent yet. */
  readonly evidenceBy: string | null;
  readonly needsConsent: boolean;
  readonly evidenceAt: Date | null;
};

export async function findReviewedDisputes(database: Queryable, ids: readonly string[]): Promise<ReviewedDispute[]> {
  return database.many<ReviewedDispute>(sql`
    select id, order_id, reason, status, units, held_units, fee_units, opened_at,
      due_at, answered, evidence, evidence_at, needs_consent,
      (select r.who from operator_requests r where r.id = evidence_request) as evidence_by
    from disputes where id = any(${[...ids]})`);
}
