import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { CardDispute } from '../../providers/card/cardPort.ts';

/** The state of a dispute as recorded by its order, in minor units of the pay currency. */
export type RecordedDispute = {
  readonly status: CardDispute['status'] | 'unknown';
  readonly warned: boolean;
  readonly heldUnits: bigint;
  readonly lostUnits: bigint;
  readonly feeUnits: bigint;
  /** The number of events that the order has received about the dispute. */
  readonly eventCount: number;
};

export type StoredDispute = RecordedDispute & {
  readonly id: string;
  readonly orderId: number;
  readonly paymentId: string;
  readonly status: CardDispute['status'];
  /** The disputed amount. */
  readonly units: bigint;
  readonly answered: boolean;
  /** The state of Slipway's answer; `sending`: a sender has the claim to answer. */
  readonly evidence: 'none' | 'sending' | 'sent' | 'refused';
  /** The request of the person who answers; null for an automatic answer. */
  readonly evidenceRequest: number | null;
  /** Answering costs an additional fee. */
  readonly needsConsent: boolean;
  readonly openedAt: Date;
  readonly dueAt: Date | null;
  /** When the acquirer was queried for this state. */
  readonly requestedAt: Date;
};

const COLUMNS = sql`id, order_id, payment_id, status, units, warned, held_units,
  lost_units, fee_units, event_count, answered, evidence,
  evidence_request, needs_consent, opened_at,
  due_at, requested_at`;

export async function findDispute(database: Queryable, id: string): Promise<StoredDispute | undefined> {
  return database.maybeOne<StoredDispute>(sql`select ${COLUMNS} from disputes where id = ${id}`);
}

export type DisputeRow = RecordedDispute & {
  readonly id: string;
  readonly orderId: number;
  readonly paymentId: string;
  readonly status: CardDispute['status'];
  readonly reason: string;
  readonly units: bigint;
  readonly answered: boolean;
  readonly needsConsent: boolean;
  readonly openedAt: Date;
  readonly dueAt: Date | null;
  readonly requestedAt: Date;
  readonly attendAt: Date | null;
};

/** Stores the acquirer's state and what the order has recorded of it. The caller holds the order's lock. */
export async function saveDispute(transaction: Transaction, row: DisputeRow): Promise<void> {
  await transaction.run(sql`
    insert into disputes (id, order_id, payment_id, status, reason, units, warned, held_units, lost_units, fee_units,
      event_count, answered, needs_consent, opened_at, due_at, requested_at, attend_at, updated_at)
    values (${row.id}, ${row.orderId}, ${row.paymentId}, ${row.status}, ${row.reason}, ${row.units.toString()}::numeric,
      ${row.warned}, ${row.heldUnits.toString()}::numeric, ${row.lostUnits.toString()}::numeric,
      ${row.feeUnits.toString()}::numeric, ${row.eventCount}, ${row.answered}, ${row.needsConsent}, ${row.openedAt}, ${row.dueAt},
      ${row.requestedAt}, ${row.attendAt}, slipway_now())
    on conflict (id) do update set status = excluded.status, reason = excluded.reason, units = excluded.units,
      warned = excluded.warned, held_units = excluded.held_units, lost_units = excluded.lost_units,
      fee_units = excluded.fee_units, event_count = excluded.event_count, answered = excluded.answered,
      needs_consent = excluded.needs_consent,
      due_at = excluded.due_at, requested_at = excluded.requested_at, attend_at = excluded.attend_at,
      updated_at = excluded.updated_at`);
}

/** Claims disputes that are due for a query, and postpones each so that several workers share them. */
export async function takeDueDisputes(
  database: Queryable,
  limit: number,
  pauseSeconds: number,
): Promise<{ readonly id: string }[]> {
  return database.many(sql`
    update disputes set attend_at = slipway_now() + ${pauseSeconds}::integer * interval '1 second'
    where id in (
      select id from disputes where attend_at <= slipway_now() order by attend_at limit ${limit} for update skip locked
    ) returning id`);
}

/** After this time an unfinished answer counts as abandoned, since every call to an acquirer ends within a minute. */
const ANSWER_LEASE_MINUTES = 10;

/**
 * Claims the right to answer. `request`: the request of the person who answers, null for the automatic answer. Returns false
 * if the dispute is answered, if another sender has the claim, or for the automatic answer after a refusal. The same request
 * keeps its claim. An attempt older than {@link ANSWER_LEASE_MINUTES} is taken over, unless its request is still to be
 * executed: before the call, the caller must have queried whether the acquirer received it.
 */
export async function acquireDisputeAnswer(database: Queryable, id: string, request: number | null): Promise<boolean> {
  const isByHand = request !== null;
  const claimed = await database.run(sql`
    update disputes d set evidence = 'sending', evidence_request = ${request}, evidence_at = slipway_now(),
      updated_at = slipway_now()
    where d.id = ${id} and not d.answered and (
      d.evidence = 'none' or (d.evidence = 'refused' and ${isByHand})
      or (d.evidence = 'sending' and (
        d.evidence_request is not distinct from ${request}::bigint
        or (d.evidence_at < slipway_now() - ${ANSWER_LEASE_MINUTES} * interval '1 minute' and not exists (
          select 1 from operator_requests r where r.id = d.evidence_request and r.status = 'approved')))))`);
  return claimed > 0;
}

/** Releases this sender's claim. Call if nothing was sent. After a person's attempt the dispute becomes due at once. */
export async function releaseDisputeAnswer(database: Queryable, id: string, request: number | null): Promise<void> {
  await database.run(sql`
    update disputes set evidence = 'none', evidence_request = null, evidence_at = null, updated_at = slipway_now(),
      attend_at = case when attend_at is not null and ${request !== null} then slipway_now() else attend_at end
    where id = ${id} and evidence = 'sending' and evidence_request is not distinct from ${request}::bigint`);
}

export async function updateEvidenceStatus(
  database: Queryable,
  id: string,
  evidence: 'sent' | 'refused',
): Promise<void> {
  await database.run(sql`
    update disputes set evidence = ${evidence}, evidence_at = slipway_now(), updated_at = slipway_now() where id = ${id}`);
}
