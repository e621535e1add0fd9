import type { StoredDispute } from './disputeStore.ts';

export type AnswerableDispute = Pick<StoredDispute, 'status' | 'answered' | 'evidence' | 'dueAt' | 'needsConsent'>;

/**
 * Returns why a person cannot answer a dispute now; undefined if they can. Checked when the answer is offered, accepted
 * and sent.
 */
export function findAnswerObstacle(dispute: AnswerableDispute, now: Date): string | undefined {
  const { status, answered, evidence, dueAt, needsConsent } = dispute;
  if (answered || evidence === 'sent') return 'Evidence was already submitted. It can be submitted only once.';
  if (status === 'won' || status === 'lost') return `The dispute is decided: ${status}.`;
  if (!dueAt) return 'The bank does not accept evidence for this dispute.';
  if (now >= dueAt) return `The deadline has passed: evidence was due by ${dueAt.toISOString()}.`;
  if (needsConsent) return 'Responding costs an extra fee. Accept the fee and respond in the acquirer’s dashboard.';
  return undefined;
}
