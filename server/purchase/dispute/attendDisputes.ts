import { raiseAlert } from '../../notification/alertStore.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CardAcquirer, CardDispute } from '../../providers/card/cardPort.ts';
import type { Order } from '../order/order.ts';
import { findOrderById } from '../order/orderStore.ts';
import { answerDue } from './answerRules.ts';
import { claimAnswer, releaseAnswer, type StoredDispute, setEvidence, takeDisputesToAttend } from './disputeStore.ts';
import { type EvidenceContext, gatherEvidence } from './gatherEvidence.ts';
import { type RecordContext, recordDispute } from './recordDispute.ts';

export type AttendContext = RecordContext &
  EvidenceContext & { readonly card: CardAcquirer; readonly log: Pick<Log, 'error'> };

const BATCH = 20;
/** A worker that dies, and an acquirer that does not answer, leave the dispute to the next round after this. */
const TRIED_AGAIN_AFTER_SECONDS = 300;

/** Asks about the disputes whose time has come, and answers those that nobody has answered. */
export async function attendDisputes(context: AttendContext): Promise<void> {
  for (const { id } of await takeDisputesToAttend(context.database, BATCH, TRIED_AGAIN_AFTER_SECONDS)) {
    try {
      await attend(context, id);
    } catch (error) {
      context.log.error({ error, dispute: id }, 'a dispute could not be attended to');
    }
  }
}

async function attend(context: AttendContext, disputeId: string): Promise<void> {
  const askedAt = await context.database.now();
  const asked = await context.card.getDispute(disputeId);
  if (asked.kind !== 'ok') return;
  const stored = await recordDispute(context, asked.value, askedAt);
  const order = stored && (await findOrderById(context.database, stored.orderId));
  if (!order) return;
  // The answer to what was sent by itself got lost: what the acquirer says counts.
  if (asked.value.answered && stored.evidence === 'sending' && stored.evidenceRequest === null)
    await setEvidence(context.database, disputeId, 'sent');
  const due = answerDue(asked.value, order, stored.evidence, askedAt);
  const answered = due.answers && (await answer(context, order, stored));
  if (due.alarms && !answered) await alarm(context, order, asked.value);
}

/** One answer is all that most banks take: its key is the dispute's, and a refusal is not tried again. True once sent. */
async function answer(context: AttendContext, order: Order, { id }: StoredDispute): Promise<boolean> {
  const { database, card } = context;
  // A person's is on its way.
  if (!(await claimAnswer(database, id, null))) return false;
  const evidence = await gatherEvidence(context, order);
  const askedAt = await database.now();
  const outcome = await card.submitEvidence({ idempotencyKey: `${id}:evidence`, disputeId: id, evidence });
  if (outcome.kind === 'ok') {
    await setEvidence(database, id, 'sent');
    await recordDispute(context, outcome.value, askedAt);
    return true;
  }
  if (outcome.kind === 'refused') {
    await setEvidence(database, id, 'refused');
    await raiseAlert(database, {
      key: `dispute:${id}:refused`,
      orderId: order.id,
      kind: 'dispute_unanswered',
      facts: { orderNo: order.orderNo, dispute: id, refusal: outcome.reason, detail: outcome.detail ?? '' },
    });
  }
  if (outcome.kind === 'unavailable') await releaseAnswer(database, id, null);
  return false;
}

async function alarm({ database }: AttendContext, order: Order, dispute: CardDispute): Promise<void> {
  const { disputeId, answerBefore, answerNeedsConsent } = dispute;
  await raiseAlert(database, {
    key: `dispute:${disputeId}:unanswered`,
    orderId: order.id,
    kind: 'dispute_unanswered',
    facts: { orderNo: order.orderNo, dispute: disputeId, answerBefore: answerBefore ?? null, answerNeedsConsent },
  });
}
