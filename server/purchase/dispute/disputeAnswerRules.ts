import type { CardDispute } from '../../providers/card/cardPort.ts';
import type { Order } from '../order/order.ts';
import type { StoredDispute } from './disputeStore.ts';

const HOUR_MS = 60 * 60_000;

/** Fractions of the time in which an answer is accepted. */
const ANSWER_AT_FRACTION = 0.5;
const ALARM_AT_FRACTION = 0.8;

type DisputeTiming = Pick<CardDispute, 'openedAt' | 'answerBefore' | 'isAnswered' | 'answerNeedsConsent' | 'status'>;

function computeTimeAtFraction({ openedAt, answerBefore }: DisputeTiming, fraction: number): Date | undefined {
  if (!answerBefore) return undefined;
  return new Date(openedAt.getTime() + (answerBefore.getTime() - openedAt.getTime()) * fraction);
}

/**
 * Returns when a dispute is answered automatically: after half of its time. Returns undefined if it was answered or cannot
 * be, if the answer costs an additional fee, or if the order is not delivered: then there is no evidence to win the dispute.
 */
export function computeAnswerTime(dispute: DisputeTiming, order: Pick<Order, 'status'>): Date | undefined {
  if (dispute.isAnswered || dispute.answerNeedsConsent || order.status !== 'delivered') return undefined;
  return computeTimeAtFraction(dispute, ANSWER_AT_FRACTION);
}

/** Returns whether to answer and whether to raise an alert now. */
export function checkAnswerDue(
  dispute: DisputeTiming,
  order: Pick<Order, 'status'>,
  evidence: StoredDispute['evidence'],
  now: Date,
): { readonly answers: boolean; readonly alarms: boolean } {
  const { answerBefore, isAnswered } = dispute;
  if (!answerBefore || isAnswered || now >= answerBefore) return { answers: false, alarms: false };
  const answersAt = computeAnswerTime(dispute, order);
  const alarmsAt = computeTimeAtFraction(dispute, ALARM_AT_FRACTION);
  return {
    // `sending` may be an abandoned attempt, which the caller may take over by claiming it.
    answers: (evidence === 'none' || evidence === 'sending') && answersAt !== undefined && now >= answersAt,
    alarms: alarmsAt !== undefined && now >= alarmsAt,
  };
}

/** Returns when to query the acquirer again: in an hour, or earlier if an answer or alert is due. Null once it is decided. */
export function computeNextQueryTime(dispute: DisputeTiming, now: Date): Date | null {
  if (dispute.status === 'won' || dispute.status === 'lost') return null;
  const steps = [ANSWER_AT_FRACTION, ALARM_AT_FRACTION].map((part) => computeTimeAtFraction(dispute, part));
  const times = [new Date(now.getTime() + HOUR_MS), ...steps].filter((time) => time !== undefined && time > now);
  return new Date(Math.min(...times.map((time) => (time ?? now).getTime())));
}
