import type { CardDispute } from '../../providers/card/cardPort.ts';
import type { Order } from '../order/order.ts';
import type { StoredDispute } from './disputeStore.ts';

const HOUR_MS = 60 * 60_000;

/** Parts of the time in which an answer is taken. */
const ANSWERED_AT = 0.5;
const ALARMED_AT = 0.8;

type Answerable = Pick<CardDispute, 'openedAt' | 'answerBefore' | 'answered' | 'answerNeedsConsent' | 'status'>;

function partOfTime({ openedAt, answerBefore }: Answerable, part: number): Date | undefined {
  if (!answerBefore) return undefined;
  return new Date(openedAt.getTime() + (answerBefore.getTime() - openedAt.getTime()) * part);
}

/**
 * When a dispute is answered by itself: at half of its time, unless a person has answered it. Only what was delivered is
 * answered, since countering costs a fee and nothing speaks for keeping money for coins that were not sent; and never
 * what costs more than that.
 */
export function answerTime(dispute: Answerable, order: Pick<Order, 'status'>): Date | undefined {
  if (dispute.answered || dispute.answerNeedsConsent || order.status !== 'delivered') return undefined;
  return partOfTime(dispute, ANSWERED_AT);
}

/** What is to be done about an answer now. */
export function answerDue(
  dispute: Answerable,
  order: Pick<Order, 'status'>,
  evidence: StoredDispute['evidence'],
  now: Date,
): { readonly answers: boolean; readonly alarms: boolean } {
  const { answerBefore, answered } = dispute;
  if (!answerBefore || answered || now >= answerBefore) return { answers: false, alarms: false };
  const answersAt = answerTime(dispute, order);
  const alarmsAt = partOfTime(dispute, ALARMED_AT);
  return {
    // One that is on its way may be nobody's any more: whoever sends it claims it first.
    answers: (evidence === 'none' || evidence === 'sending') && answersAt !== undefined && now >= answersAt,
    alarms: alarmsAt !== undefined && now >= alarmsAt,
  };
}

/** When the acquirer is asked again: every hour, and when something is to be done. Null once it is decided. */
export function nextAttention(dispute: Answerable, now: Date): Date | null {
  if (dispute.status === 'won' || dispute.status === 'lost') return null;
  const steps = [ANSWERED_AT, ALARMED_AT].map((part) => partOfTime(dispute, part));
  const times = [new Date(now.getTime() + HOUR_MS), ...steps].filter((time) => time !== undefined && time > now);
  return new Date(Math.min(...times.map((time) => (time ?? now).getTime())));
}
