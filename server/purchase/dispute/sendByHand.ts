import type { CardAcquirer, DisputeEvidence, EvidenceRefusal } from '../../providers/card/cardPort.ts';
import { findOrderById } from '../order/orderStore.ts';
import { claimAnswer, releaseAnswer, type StoredDispute, setEvidence } from './disputeStore.ts';
import {
  findEvidence,
  type KeptEvidence,
  leaseEvidence,
  pauseEvidence,
  setAcquirerFile,
  setSubmitted,
} from './evidenceByHandStore.ts';
import { whyNotAnswerable } from './evidenceRules.ts';
import { type EvidenceContext, gatherEvidence } from './gatherEvidence.ts';
import { type RecordContext, recordDispute } from './recordDispute.ts';

export type ByHandContext = RecordContext & EvidenceContext & { readonly card: CardAcquirer };

/** `later`: somebody else is at it, or the acquirer does not say what became of it; nothing is lost by asking again. */
export type SentByHand = 'later' | { readonly kind: 'sent' } | { readonly kind: 'refused'; readonly why: string };

/** Five uploads of a minute each at most, the question and the answer: no other worker begins meanwhile. */
const LEASE_SECONDS = 400;
/** Between two tries. */
const PAUSE_SECONDS = 60;

/** What a person reads where the acquirer says no. */
const REFUSALS: Readonly<Record<EvidenceRefusal, string>> = {
  not_found: 'the acquirer does not know this dispute',
  closed: 'the acquirer takes no answer to it any more',
  too_long: 'the acquirer counts more pages or characters than the bank takes: send fewer or shorter files',
  invalid_request: 'the acquirer refuses it',
};

/**
 * Sends the answer that a person has handed in, once. The acquirer is asked before each try: what it has already is not sent
 * again, and what it has from somebody else is not ours. A refusal leaves the dispute as it was.
 */
export async function sendByHand(context: ByHandContext, requestId: number): Promise<SentByHand> {
  const { database } = context;
  const kept = await findEvidence(database, requestId);
  if (!kept) return refusedAs('what was handed in is there no more: hand it in again');
  if (!(await leaseEvidence(database, requestId, LEASE_SECONDS))) return 'later';
  const sent = await askAndSend(context, kept);
  if (sent === 'later') await pauseEvidence(database, requestId, PAUSE_SECONDS);
  return sent;
}

async function askAndSend(context: ByHandContext, kept: KeptEvidence): Promise<SentByHand> {
  const { database, card } = context;
  const { requestId, disputeId } = kept;
  const askedAt = await database.now();
  const asked = await card.getDispute(disputeId);
  if (asked.kind === 'refused') return refusedAs(REFUSALS.not_found);
  if (asked.kind !== 'ok') return 'later';
  const stored = await recordDispute(context, asked.value, askedAt);
  if (!stored) return refusedAs('it is of no payment of ours');
  if (asked.value.answered && isOurs(stored, kept)) {
    await setEvidence(database, disputeId, 'sent');
    return { kind: 'sent' };
  }
  const why = whyNotAnswerable(stored, askedAt);
  if (why !== undefined) {
    await releaseAnswer(database, disputeId, requestId);
    return refusedAs(why);
  }
  if (!(await claimAnswer(database, disputeId, requestId))) return 'later';
  const sent = await handOver(context, kept, stored);
  if (sent !== 'later' && sent.kind === 'refused') await releaseAnswer(database, disputeId, requestId);
  return sent;
}

/** It was on its way, or had come and nobody wrote it down, and nobody else's could be: the answer that is there is this one. */
function isOurs({ evidence, evidenceRequest }: StoredDispute, { requestId, submittedAt }: KeptEvidence): boolean {
  return evidence !== 'none' && evidenceRequest === requestId && submittedAt !== null;
}

/** Keys are the request's: what was uploaded or sent before is answered the same again. */
async function handOver(
  context: ByHandContext,
  kept: KeptEvidence,
  { id, orderId }: StoredDispute,
): Promise<SentByHand> {
  const { database, card } = context;
  const key = `${id}:evidence:${String(kept.requestId)}`;
  const evidence = kept.evidence ?? (await composed(context, kept, orderId, key));
  if (evidence === 'later' || 'why' in evidence) return evidence;
  if (!kept.evidence) await setSubmitted(database, kept, evidence);
  const askedAt = await database.now();
  const outcome = await card.submitEvidence({ idempotencyKey: key, disputeId: id, evidence });
  if (outcome.kind === 'refused') return refusedBy(outcome);
  if (outcome.kind !== 'ok') return 'later';
  await setEvidence(database, id, 'sent');
  await recordDispute(context, outcome.value, askedAt);
  return { kind: 'sent' };
}

/** Our records, below the person's own words, with the files as the acquirer has them. */
async function composed(
  context: ByHandContext,
  { requestId, words, files }: KeptEvidence,
  orderId: number,
  key: string,
): Promise<DisputeEvidence | Exclude<SentByHand, { readonly kind: 'sent' }>> {
  const order = await findOrderById(context.database, orderId);
  if (!order) return refusedAs('its order is there no more');
  const uploaded: NonNullable<DisputeEvidence['files']>[number][] = [];
  for (const { kind, type, bytes, acquirerFileId } of files) {
    const name = `${kind}.${EXTENSIONS[type]}`;
    const upload = { idempotencyKey: `${key}:${kind}`, name, type, bytes };
    if (acquirerFileId !== null) {
      uploaded.push({ kind, fileId: acquirerFileId });
      continue;
    }
    const outcome = await context.card.uploadEvidenceFile(upload);
    if (outcome.kind === 'refused') return refusedBy(outcome);
    if (outcome.kind !== 'ok') return 'later';
    await setAcquirerFile(context.database, requestId, kind, outcome.value.fileId);
    uploaded.push({ kind, fileId: outcome.value.fileId });
  }
  const gathered = await gatherEvidence(context, order);
  const summary = words === '' ? gathered.summary : `${words}\n\n${gathered.summary}`;
  return { ...gathered, summary, ...(uploaded.length > 0 && { files: uploaded }) };
}

const EXTENSIONS = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

function refusedBy({ reason, detail }: { readonly reason: EvidenceRefusal; readonly detail?: string }) {
  return refusedAs(detail === undefined ? REFUSALS[reason] : `${REFUSALS[reason]}: ${detail}`);
}

function refusedAs(why: string): { readonly kind: 'refused'; readonly why: string } {
  return { kind: 'refused', why };
}
