import { raiseAlert } from '../../notification/alertStore.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CardAcquirer, CardDispute } from '../../providers/card/cardPort.ts';
import type { Order } from '../order/order.ts';
import { findOrderById } from '../order/orderStore.ts';
import { checkAnswerDue } from './disputeAnswerRules.ts';
import {
  acquireDisputeAnswer,
  releaseDisputeAnswer,
  type StoredDispute,
  takeDueDisputes,
  updateEvidenceStatus,
} from './disputeStore.ts';
import { type EvidenceContext, gatherEvidence } from './gatherEvidence.ts';
import { type RecordDisputeContext, recordDispute } from './recordDispute.ts';

export type DueDisputeContext = RecordDisputeContext &
  EvidenceContext & { readonly card: CardAcquirer; readonly log: Pick<Log, 'error'> };

const BATCH = 20;
/** If the worker crashes or the acquirer does not answer, the dispute is retried after this time. */
const RETRY_AFTER_SECONDS = 300;

/**
 * Queries and records the disputes that are due. Answers a delivered order's dispute with the order's records after half of
 * its time, and raises an alert if it is still unanswered after four fifths.
 */
export async function processDueDisputes(context: DueDisputeContext): Promise<void> {
  for (const { id } of await takeDueDisputes(context.database, BATCH, RETRY_AFTER_SECONDS)) {
    try {
      await processDispute(context, id);
    } catch (error) {
      context.log.error({ error, dispute: id }, 'a dispute could not be processed; it is retried in five minutes');
    }
  }
}

async function processDispute(context: DueDisputeContext, disputeId: string): Promise<void> {
  const startedAt = await context.database.now();
  const queryOutcome = await context.card.getDispute(disputeId);
  if (queryOutcome.kind !== 'ok') return;
  const stored = await recordDispute(context, queryOutcome.value, startedAt);
  const order = stored && (await findOrderById(context.database, stored.orderId));
  if (!order) return;
  // The acquirer has the automatic answer, although its response was lost.
  if (queryOutcome.value.isAnswered && stored.evidence === 'sending' && stored.evidenceRequest === null)
    await updateEvidenceStatus(context.database, disputeId, 'sent');
  const due = checkAnswerDue(queryOutcome.value, order, stored.evidence, startedAt);
  const answered = due.answers && (await sendAutomaticAnswer(context, order, stored));
  if (due.alarms && !answered) await alertUnanswered(context, order, queryOutcome.value);
}

/**
 * Sends the automatic answer; returns true if it was sent. Most banks accept only one answer, so its idempotency key is
 * derived from the dispute. A refused answer raises an alert and is not retried.
 */
async function sendAutomaticAnswer(context: DueDisputeContext, order: Order, { id }: StoredDispute): Promise<boolean> {
  const { database, card } = context;
  // Another sender is sending an answer, or has sent one.
  if (!(await acquireDisputeAnswer(database, id, null))) return false;
  const evidence = await gatherEvidence(context, order);
  const startedAt = await database.now();
  const outcome = await card.submitEvidence({ idempotencyKey: `${id}:evidence`, disputeId: id, evidence });
  if (outcome.kind === 'ok') {
    await updateEvidenceStatus(database, id, 'sent');
    await recordDispute(context, outcome.value, startedAt);
    return true;
  }
  if (outcome.kind === 'refused') {
    await updateEvidenceStatus(database, id, 'refused');
    await raiseAlert(database, {
      key: `dispute:${id}:refused`,
      orderId: order.id,
      kind: 'dispute_unanswered',
      facts: { orderNo: order.orderNo, dispute: id, refusal: outcome.reason, detail: outcome.detail ?? '' },
    });
  }
  if (outcome.kind === 'unavailable') await releaseDisputeAnswer(database, id, null);
  return false;
}

async function alertUnanswered({ database }: DueDisputeContext, order: Order, dispute: CardDispute): Promise<void> {
  const { disputeId, answerBefore, answerNeedsConsent } = dispute;
  await raiseAlert(database, {
    key: `dispute:${disputeId}:unanswered`,
    orderId: order.id,
    kind: 'dispute_unanswered',
    facts: { orderNo: order.orderNo, dispute: disputeId, answerBefore: answerBefore ?? null, answerNeedsConsent },
  });
}
