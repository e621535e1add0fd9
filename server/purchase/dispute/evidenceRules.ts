import type { StoredDispute } from './disputeStore.ts';

export type Answered = Pick<StoredDispute, 'status' | 'answered' | 'evidence' | 'dueAt' | 'needsConsent'>;

/** Why a person cannot answer a dispute now; undefined where they can. Of who offers it, who takes it, and who does it. */
export function whyNotAnswerable(dispute: Answered, now: Date): string | undefined {
  const { status, answered, evidence, dueAt, needsConsent } = dispute;
  if (answered || evidence === 'sent') return 'It was answered already: an answer is sent once.';
  if (status === 'won' || status === 'lost') return `It is decided: ${status}.`;
  if (!dueAt) return 'The bank takes no answer to it.';
  if (now >= dueAt) return `Its time is over: an answer was taken until ${dueAt.toISOString()}.`;
  if (needsConsent)
    return 'Answering it costs a fee of its own: agree to that in the acquirer’s dashboard, and answer there.';
  return undefined;
}
