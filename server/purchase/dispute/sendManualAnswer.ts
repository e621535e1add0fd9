import type { CardAcquirer, DisputeEvidence, EvidenceRefusal } from '../../providers/card/cardPort.ts';
import { findOrderById } from '../order/orderStore.ts';
import {
  acquireDisputeAnswer,
  releaseDisputeAnswer,
  type StoredDispute,
  updateEvidenceStatus,
} from './disputeStore.ts';
import { findAnswerObstacle } from './evidenceRules.ts';
import { type EvidenceContext, gatherEvidence } from './gatherEvidence.ts';
import {
  findManualEvidence,
  leaseEvidence,
  postponeEvidence,
  type StoredEvidence,
  saveAcquirerFileId,
  saveSubmittedEvidence,
} from './manualEvidenceStore.ts';
import { type RecordDisputeContext, recordDispute } from './recordDispute.ts';

export type ManualAnswerContext = RecordDisputeContext & EvidenceContext & { readonly card: CardAcquirer };

/**
 * `later`: retry, which is safe. Another worker is sending it, the pause is not over, or the acquirer did not respond.
 */
export type ManualAnswerResult =
  | 'later'
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly why: string };

/** Longer than five uploads of a minute each, the query and the answer, so that no other worker begins meanwhile. */
const LEASE_SECONDS = 400;
/** The pause between two tries. */
const PAUSE_SECONDS = 60;

/** Shown to the person if the acquirer refuses the answer. */
const REFUSALS: Readonly<Record<EvidenceRefusal, string>> = {
  not_found: 'the acquirer has no such dispute',
  closed: 'the acquirer no longer accepts evidence for this dispute',
  too_long: 'the evidence has more pages or characters than the bank accepts: send fewer or shorter files',
  invalid_request: 'the acquirer rejected the evidence',
};

/**
 * Sends a person's answer once. The acquirer is queried before each try, and the dispute is recorded as it reports it: if it
 * already has this answer, the answer is not sent again; if it has another one, this answer is refused. A refusal releases
 * this request's claim to answer, and a planned automatic answer becomes due at once.
 */
export async function sendManualAnswer(context: ManualAnswerContext, requestId: number): Promise<ManualAnswerResult> {
  const { database } = context;
  const kept = await findManualEvidence(database, requestId);
  if (!kept) return buildRefusal('the evidence is no longer stored: submit it again');
  if (!(await leaseEvidence(database, requestId, LEASE_SECONDS))) return 'later';
  const sent = await queryAndSend(context, kept);
  if (sent === 'later') await postponeEvidence(database, requestId, PAUSE_SECONDS);
  else if (sent.kind === 'refused') await releaseDisputeAnswer(database, kept.disputeId, requestId);
  return sent;
}

async function queryAndSend(context: ManualAnswerContext, kept: StoredEvidence): Promise<ManualAnswerResult> {
  const { database, card } = context;
  const { requestId, disputeId } = kept;
  const startedAt = await database.now();
  const queryOutcome = await card.getDispute(disputeId);
  if (queryOutcome.kind === 'refused') return buildRefusal(REFUSALS.not_found);
  if (queryOutcome.kind !== 'ok') return 'later';
  const stored = await recordDispute(context, queryOutcome.value, startedAt);
  if (!stored) return buildRefusal('the dispute does not belong to a payment of this installation');
  if (queryOutcome.value.isAnswered && isSameRequest(stored, kept)) {
    await updateEvidenceStatus(database, disputeId, 'sent');
    return { kind: 'sent' };
  }
  const why = findAnswerObstacle(stored, startedAt);
  if (why !== undefined) return buildRefusal(why);
  if (!(await acquireDisputeAnswer(database, disputeId, requestId))) return 'later';
  return submitClaimedAnswer(context, kept, stored);
}

/**
 * Returns true if the answer that the acquirer has must be this request's: it holds the claim, which excludes other senders,
 * and its evidence was stored for sending.
 */
function isSameRequest(
  { evidence, evidenceRequest }: StoredDispute,
  { requestId, submittedAt }: StoredEvidence,
): boolean {
  return evidence !== 'none' && evidenceRequest === requestId && submittedAt !== null;
}

/**
 * Uploads the files and submits the answer. Idempotency keys are derived from the request, so repeated uploads and answers
 * return the same result.
 */
async function submitClaimedAnswer(
  context: ManualAnswerContext,
  kept: StoredEvidence,
  { id, orderId }: StoredDispute,
): Promise<ManualAnswerResult> {
  const { database, card } = context;
  const key = `${id}:evidence:${String(kept.requestId)}`;
  const evidence = kept.evidence ?? (await uploadFilesAndComposeEvidence(context, kept, orderId, key));
  if (evidence === 'later' || 'why' in evidence) return evidence;
  if (!kept.evidence) await saveSubmittedEvidence(database, kept, evidence);
  const startedAt = await database.now();
  const outcome = await card.submitEvidence({ idempotencyKey: key, disputeId: id, evidence });
  if (outcome.kind === 'refused') return buildAcquirerRefusal(outcome);
  if (outcome.kind !== 'ok') return 'later';
  await updateEvidenceStatus(database, id, 'sent');
  await recordDispute(context, outcome.value, startedAt);
  return { kind: 'sent' };
}

/**
 * Uploads the files that are not uploaded yet, then returns the evidence: the person's text, the order's records and the
 * acquirer's file ids. If an upload fails, returns `later` or the refusal.
 */
async function uploadFilesAndComposeEvidence(
  context: ManualAnswerContext,
  { requestId, text, files }: StoredEvidence,
  orderId: number,
  key: string,
): Promise<DisputeEvidence | Exclude<ManualAnswerResult, { readonly kind: 'sent' }>> {
  const order = await findOrderById(context.database, orderId);
  if (!order) return buildRefusal('the order of the dispute no longer exists');
  const uploaded: NonNullable<DisputeEvidence['files']>[number][] = [];
  for (const { kind, type, bytes, acquirerFileId } of files) {
    const name = `${kind}.${EXTENSIONS[type]}`;
    const upload = { idempotencyKey: `${key}:${kind}`, name, type, bytes };
    if (acquirerFileId !== null) {
      uploaded.push({ kind, fileId: acquirerFileId });
      continue;
    }
    const outcome = await context.card.uploadEvidenceFile(upload);
    if (outcome.kind === 'refused') return buildAcquirerRefusal(outcome);
    if (outcome.kind !== 'ok') return 'later';
    await saveAcquirerFileId(context.database, requestId, kind, outcome.value.fileId);
    uploaded.push({ kind, fileId: outcome.value.fileId });
  }
  const gathered = await gatherEvidence(context, order);
  const summary = text === '' ? gathered.summary : `${text}\n\n${gathered.summary}`;
  return { ...gathered, summary, ...(uploaded.length > 0 && { files: uploaded }) };
}

const EXTENSIONS = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

function buildAcquirerRefusal({ reason, detail }: { readonly reason: EvidenceRefusal; readonly detail?: string }) {
  return buildRefusal(detail === undefined ? REFUSALS[reason] : `${REFUSALS[reason]}: ${detail}`);
}

function buildRefusal(why: string): { readonly kind: 'refused'; readonly why: string } {
  return { kind: 'refused', why };
}
