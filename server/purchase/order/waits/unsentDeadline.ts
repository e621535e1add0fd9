import type { Rules } from '../../../platform/config/rules.ts';
import { findNextStep } from '../machine/stateDeadlines.ts';
import type { Order } from '../order.ts';
import type { OrderEvent } from '../orderEventKinds.ts';
import type { WaitReason } from '../stepRunner/conclusion.ts';
import type { JournalRow } from '../stepRunner/journalStore.ts';
import { type UnsentReason, unsentReasonRules, unsentReasons } from '../unsentReasonRules.ts';

/**
 * Conclusions that do not explain why an order waits, such as of a vendor that was briefly unavailable before the signer was
 * called.
 */
const INCONCLUSIVE: ReadonlySet<string> = new Set<WaitReason | ''>(['', 'vendor_unavailable', 'answer_lost']);

/**
 * Returns why a converted order is not sent: the newest conclusion of its step, if `unsentReasonRules` lists it. An
 * inconclusive one counts only if there is no other.
 */
export function findUnsentReason(order: Order, journal: readonly JournalRow[]): UnsentReason | undefined {
  const effect = findNextStep(order)?.effect;
  const runs = journal.filter(({ step }) => step === effect).toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const newest = runs.find(({ conclusion }) => !INCONCLUSIVE.has(conclusion)) ?? runs[0];
  return unsentReasons.find((reason) => reason === newest?.conclusion);
}

type Unsent = {
  readonly order: Order;
  readonly journal: readonly JournalRow[];
  /** When the order's coins were bought. */
  readonly since: Date;
  readonly now: Date;
};

type Raised = Pick<OrderEvent & { readonly kind: 'funds_short_too_long' | 'unsent_too_long' }, 'kind' | 'facts'>;

/** Returns the event that the deadline of an order in `converted` raises, or undefined if the order continues to wait. */
export function findUnsentDeadlineEvent(
  { order, journal, since, now }: Unsent,
  { refundUnsentMs }: Pick<Rules, 'refundUnsentMs'>,
): Raised | undefined {
  // A signed payout may reach the chain at any time, so the transition of this event only alerts the operator then.
  if (order.payoutSigned) return { kind: 'funds_short_too_long', facts: {} };
  const reason = findUnsentReason(order, journal);
  if (reason === undefined) return undefined;
  const { atDeadline } = unsentReasonRules[reason];
  if (atDeadline === 'refund') return { kind: 'funds_short_too_long', facts: {} };
  const isOver = refundUnsentMs !== null && now.getTime() - since.getTime() >= refundUnsentMs;
  return atDeadline === 'wait' && isOver ? { kind: 'unsent_too_long', facts: { reason } } : undefined;
}
